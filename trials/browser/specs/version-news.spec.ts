import type { Locator, Page } from '@playwright/test'
import { drawDesign } from '@pinmark/testbed/test-image'
import { expectAccessible, expectNoSidewaysScroll } from '../support/accessibility'
import {
  boxOf,
  clickDesign,
  composer,
  design,
  fillComposer,
  frame,
  openProject,
  pin,
  sheetHandle,
  submitComment,
} from '../support/project-page'
import { expect, phone, test } from '../support/test'

const draw = async (x: number) => (await drawDesign({ marker: { x, y: 400 } })).buffer
const note = 'Warmer cards. The moon moved right.'
const news = (page: Page) => page.getByRole('region', { name: 'New version' })
const compareWindow = (page: Page) => page.getByRole('dialog', { name: /^Compare versions of/ })
const shows = (page: Page, version: number) =>
  expect(design(page)).toHaveAttribute('alt', new RegExp(`version ${version}$`))

test('a returning reviewer reads once what the new versions changed, and compares with the one they saw @core @axe', async ({
  projectPage: page,
  project,
}) => {
  await page.goto('/plans')
  await project.addVersion({ image: await draw(700), note: 'Larger prices.' })
  await project.addVersion({ image: await draw(800), note })
  await openProject(page, project._id)
  await shows(page, 3)
  await expect(news(page)).toContainText('Version 3 since your visit.')
  await expect(news(page)).toContainText(note)
  await expect(news(page).getByRole('status')).toBeVisible()
  await expectAccessible(page, 'a new version since the last visit')

  await news(page).getByRole('button', { name: 'See what changed' }).click()
  await expect(compareWindow(page)).toBeVisible()
  await expect(page).toHaveURL(/compare=1-3/)
  await page.keyboard.press('Escape')
  await expect(compareWindow(page)).toBeHidden()
  await expect(news(page)).toBeHidden()
  await page.reload()
  await shows(page, 3)
  await expect(page.getByText(note)).toBeVisible()
  await expect(news(page)).toBeHidden()
})

test('a version that arrives during a comment is announced with its note, and compared on request', async ({
  projectPage: page,
  project,
}) => {
  await clickDesign(page, 300, 200)
  const words = composer(page).getByLabel('Your comment')
  await words.fill('Half a thought')
  await project.addVersion({ image: await draw(700), note })
  const toast = page.getByRole('region', { name: 'Notes' })
  await expect(toast).toContainText('Version 2 is here.')
  await expect(toast).toContainText(note)
  await expect(words).toBeFocused()
  await shows(page, 1)

  await toast.getByRole('button', { name: 'See what changed' }).click()
  await expect(page).toHaveURL(/compare=1-2/)
  await expect(compareWindow(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await shows(page, 2)
  await expect(words).toHaveValue('Half a thought')
  await expect(news(page)).toBeHidden()
})

for (const [width, height] of [
  [360, 740],
  [768, 1024],
  [1440, 900],
] as const) {
  test(`the note about a new version covers neither the composer nor the pin that was just placed, ${width}`, async ({
    openPage,
    project,
  }) => {
    const page = await openPage(
      width < 768 ? { ...phone, viewport: { width, height } } : { viewport: { width, height } },
    )
    await openProject(page, project._id)
    await page.evaluate((id) => sessionStorage.setItem('pinmark.expanded', id), project._id)
    const arrive = async (x: number) => {
      await project.addVersion({ image: await draw(x), note })
      await expect(page.locator('.toast', { hasText: 'See what changed' })).toBeVisible()
    }
    const isFree = async (of: Locator) => {
      const [box, toasts] = [await boxOf(of), await boxOf(page.getByRole('region', { name: 'Notes' }))]
      return (
        box.x + box.width <= toasts.x ||
        toasts.x + toasts.width <= box.x ||
        box.y + box.height <= toasts.y ||
        toasts.y + toasts.height <= box.y
      )
    }
    const place = async (share: number) => {
      await page.reload()
      await openProject(page, project._id)
      const box = await boxOf(frame(page))
      await page.mouse.click(box.x + box.width * 0.15, box.y + box.height * share)
      await fillComposer(page, { name: 'Ana', text: 'Words\nof two lines' })
    }
    for (const [at, share] of [0.5, 0.96].entries()) {
      await place(share)
      await submitComment(page)
      await expect(pin(page, at + 1)).toBeFocused()
      await arrive(700 + at * 20)
      await expect.poll(() => isFree(pin(page, at + 1))).toBe(true)

      await place(share - 0.1)
      await arrive(710 + at * 20)
      await expect.poll(() => isFree(composer(page))).toBe(true)
      await expect.poll(() => isFree(page.getByRole('button', { name: /^Draft comment/ }))).toBe(true)
      await composer(page).getByRole('button', { name: 'Delete draft' }).click()
    }
  })
}

for (const colorScheme of ['light', 'dark'] as const) {
  test(`a long note is read and closed on a phone, ${colorScheme} @axe`, async ({ openPage, project }) => {
    const page = await openPage({ ...phone, colorScheme })
    await page.setViewportSize({ width: 360, height: 740 })
    await openProject(page, project._id)
    await page.goto('/plans')
    await project.addVersion({ image: await draw(700), note: `${note} `.repeat(13) })
    await openProject(page, project._id)
    await expect(news(page)).toContainText('Version 2 since your visit.')
    await expectNoSidewaysScroll(page, 'a new version at 360')
    await expectAccessible(page, 'a new version on a phone')
    await news(page).getByRole('button', { name: 'Hide this note' }).tap()
    await expect(news(page)).toBeHidden()
    await page.getByRole('button', { name: 'Brief' }).tap()
    await expect(page.getByText(note)).toBeVisible()
    await expectNoSidewaysScroll(page, 'the note of a version at 360')
  })
}

test('on a phone, the expanded design ends above the sheet, however high the note is', async ({
  openPage,
  project,
}) => {
  const page = await openPage({ ...phone, viewport: { width: 360, height: 740 } })
  await openProject(page, project._id)
  await page.goto('/plans')
  await page.evaluate((id) => sessionStorage.setItem('pinmark.expanded', id), project._id)
  await project.addVersion({ image: await draw(700), note })
  await openProject(page, project._id)
  await expect(news(page)).toContainText('Version 2 since your visit.')
  await expect(page.getByRole('button', { name: 'Share' })).toBeHidden()
  const end = async () => {
    const { y, height } = await boxOf(frame(page))
    return y + height
  }
  const before = await end()
  expect(before).toBeLessThanOrEqual((await boxOf(sheetHandle(page))).y)
  await news(page).getByRole('button', { name: 'Hide this note' }).tap()
  await expect(news(page)).toBeHidden()
  expect(await end()).toBe(before)
})

test('a new guest sees the note under the brief, in its place from the first paint on', async ({
  page,
  openPage,
  project,
}) => {
  await project.addVersion({ image: await draw(700), note })
  const painted = await openPage({ javaScriptEnabled: false })
  await painted.goto(`/project/${project._id}`)
  await expect(painted.getByText(note)).toBeVisible()
  await openProject(page, project._id)
  await expect(page.getByText(note)).toBeVisible()
  await expect(news(page)).toBeHidden()
  const placeOf = async (of: Page) => (await of.getByText(note).boundingBox())?.y
  expect(await placeOf(page)).toBe(await placeOf(painted))
})
