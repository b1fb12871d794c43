import type { Page } from '@playwright/test'
import { drawDesign } from '@pinmark/testbed/test-image'
import { leaveComment, openProject, pin } from '../support/project-page'
import { expect, test } from '../support/test'

/** What the browser says of itself, by the path from `window`: a value that each read returns, or `throws`. */
type Oddities = Record<string, { value: unknown } | 'throws'>

const oddities: Record<string, Oddities> = {
  'names its language C': {
    'navigator.language': { value: 'C' },
    'navigator.languages': { value: [] },
  },
  'names no language': {
    'navigator.language': { value: undefined },
    'navigator.languages': { value: undefined },
  },
  'forbids every storage': {
    localStorage: 'throws',
    sessionStorage: 'throws',
    indexedDB: 'throws',
    caches: 'throws',
  },
  'has no storage': {
    localStorage: { value: null },
    sessionStorage: { value: null },
    indexedDB: { value: undefined },
    caches: { value: undefined },
  },
  'names its languages as a system does': {
    'navigator.language': { value: 'C' },
    'navigator.languages': { value: ['C', '', 'en_US.UTF-8@posix', 'x'.repeat(5_000)] },
  },
  'lacks younger parts of the platform': {
    'navigator.clipboard': { value: undefined },
    'navigator.share': { value: undefined },
    'navigator.serviceWorker': { value: undefined },
    'navigator.connection': { value: undefined },
    'Intl.Segmenter': { value: undefined },
    requestIdleCallback: { value: undefined },
    visualViewport: { value: null },
    Notification: { value: undefined },
    'document.fullscreenEnabled': { value: undefined },
  },
}

async function makeOdd(page: Page, odd: Oddities) {
  await page.addInitScript((changes) => {
    for (const [path, change] of changes) {
      const names = path.split('.')
      const name = names.pop() ?? ''
      const owner: object = names.reduce<object>((holder, part) => Reflect.get(holder, part), window)
      Object.defineProperty(owner, name, {
        configurable: true,
        get: () => {
          if (change === 'throws') throw new DOMException('The operation is insecure.', 'SecurityError')
          return change.value
        },
      })
    }
  }, Object.entries(odd))
}

for (const [what, odd] of Object.entries(oddities)) {
  test(`a browser that ${what} shows and takes feedback`, async ({ page, newProject }) => {
    const project = await newProject({ image: (await drawDesign({ width: 900, height: 600 })).buffer })
    await makeOdd(page, odd)

    await openProject(page, project._id)
    await leaveComment(page, { x: 200, y: 100 }, { name: 'Ana', text: 'Larger, please' })
    await expect(pin(page, 1)).toBeVisible()
    await pin(page, 1).click()
    const thread = page.getByRole('dialog', { name: /^Comment 1 by / })
    await thread.getByRole('textbox', { name: /^Reply/ }).fill('As large as the logo')
    await thread.getByRole('button', { name: 'Reply', exact: true }).click()
    await expect(
      thread.getByRole('group', { name: 'Messages' }).getByText('As large as the logo'),
    ).toBeVisible()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Share' }).click()
    await page.getByRole('button', { name: 'Copy', exact: true }).click()
    await expect(page.getByRole('button', { name: 'Copied!' })).toBeVisible()

    await page.goto(`/project/${project._id}/report`)
    await expect(page.getByRole('heading', { name: /^Report .*pages?$/ })).toBeVisible()

    await page.goto('/')
    await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible()
  })
}
