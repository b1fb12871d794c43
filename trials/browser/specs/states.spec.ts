import type { APIRequestContext, Page } from '@playwright/test'
import { expectGoodAtWidths, widths } from '../support/accessibility'
import { givenAccount, type Account } from '../support/api-client'
import { holdBack } from '../support/hold-back'
import { press } from '../support/keyboard'
import {
  boxOf,
  clickDesign,
  composer,
  design,
  leaveComment,
  openProject,
  pin,
  sheetHandle,
} from '../support/project-page'
import { expect, keepLogin, logIn, test } from '../support/test'
import type { TestProject } from '../support/test-project'

/** States that no other spec looks at with axe: first views that fail or wait, drawing, moving, and forms. */

test.use({ expectedConsole: [/^Failed to load resource|dynamically imported module/] })

interface Given {
  account: Account
  project: TestProject
  request: APIRequestContext
}

const scenes: Record<string, (page: Page, given: Given) => Promise<void>> = {
  'a dashboard without projects': async (page, { request }) => {
    await logIn(page, await givenAccount(request))
    await expect(page.getByRole('heading', { name: "You don't have any projects yet." })).toBeVisible()
  },
  'a list of projects that does not load': async (page, { account }) => {
    await page.route('**/projects?*', (route) => route.fulfill({ status: 503, json: { error: 'x' } }))
    await logIn(page, account)
    await expect(page.getByRole('heading', { name: 'Failed to load projects' })).toBeVisible()
  },
  'deleted projects': async (page, { account, project, request }) => {
    const headers = { Authorization: `Bearer ${account.token}` }
    expect((await request.delete(`/projects/${project._id}`, { headers })).ok()).toBe(true)
    await logIn(page, account)
    const deleted = page.locator('summary', { hasText: 'Recently deleted' })
    // The account has the projects of other tests too, so the way there by Tab may be long.
    await deleted.press('Enter')
    await expect(page.getByRole('button', { name: /^Restore/ }).first()).toBeVisible()
  },
  'a project that does not load': async (page, { project }) => {
    await page.route(`**/projects/${project._id}?*`, (route) =>
      route.fulfill({ status: 503, json: { error: 'x' } }),
    )
    await page.goto(`/project/${project._id}`)
    await expect(page.getByRole('heading', { name: 'Failed to load project' })).toBeVisible()
  },
  'a project while it loads': async (page, { account, project }) => {
    await logIn(page, account)
    await holdBack(page, `**/projects/${project._id}?*`)
    await page.getByRole('link', { name: project.name }).press('Enter')
    await expect(page.getByRole('heading', { name: 'Loading project details...' })).toBeVisible()
  },
  'a project before its scripts have loaded': async (page, { project }) => {
    await holdBack(page, '**/assets/*.js')
    await page.goto(`/project/${project._id}`, { waitUntil: 'commit' })
    await expect(page.getByRole('img', { name: /^Design/ })).toBeVisible()
  },
  'a page whose code does not load': async (page) => {
    await page.route('**/assets/plans-page-*.js', (route) => route.abort())
    await page.goto('/plans')
    await expect(page.getByRole('alert')).toContainText('Could not load this page.')
  },
  'an invitation that has ended': async (page, { account }) => {
    await keepLogin(page, account)
    await page.goto(`/join/${'A'.repeat(22)}.${'A'.repeat(43)}`)
    await expect(page.getByRole('alert')).toBeVisible()
  },
  'an address that is not confirmed': async (page) => {
    await page.goto('/confirm#made-up')
    await page.getByRole('button', { name: 'Confirm' }).press('Enter')
    await expect(page.getByRole('alert')).toBeVisible()
  },
  'a new token': async (page, { account }) => {
    await keepLogin(page, account)
    await page.goto('/account/developers')
    await page.getByRole('button', { name: 'New token' }).press('Enter')
    await expect(page.getByRole('dialog')).toBeVisible()
    await press(page, 'Enter')
    await expect(page.getByRole('dialog').locator('[aria-invalid]').first()).toBeFocused()
  },
  'a project without comments': async (page, { account, project }) => {
    await keepLogin(page, account)
    await openProject(page, project._id)
    const handle = sheetHandle(page)
    if (await handle.isVisible()) await handle.press('Enter')
    await expect(page.getByText('No comments yet')).toBeVisible()
  },
  'a description that is edited': async (page, { account, project }) => {
    await keepLogin(page, account)
    await openProject(page, project._id)
    const brief = page.getByRole('button', { name: 'Brief' })
    if (await brief.isVisible()) await brief.press('Enter')
    await page.getByRole('button', { name: 'Add a description' }).press('Enter')
    await expect(page.getByRole('textbox', { name: 'Description' })).toBeFocused()
  },
  'the question before a link is replaced': async (page, { account, project }) => {
    await keepLogin(page, account)
    await openProject(page, project._id)
    await page.getByRole('button', { name: /^Share( project)?$/ }).press('Enter')
    await page.getByRole('dialog').getByRole('button', { name: 'Replace link' }).press('Enter')
    await expect(page.getByText('Replace the link?')).toBeVisible()
  },
  'a drawing, and the comment with it': async (page, { project }) => {
    await openProject(page, project._id)
    await clickDesign(page, 150, 120)
    await composer(page).getByRole('button', { name: 'Draw on the design' }).press('Enter')
    const done = page.getByRole('button', { name: 'Done', exact: true })
    await expect(done).toBeVisible()
    const { x, y } = await boxOf(design(page))
    await page.mouse.move(x + 100, y + 60)
    await page.mouse.down()
    await page.mouse.move(x + 180, y + 110, { steps: 5 })
    await page.mouse.up()
    await expect(page.getByRole('button', { name: 'Undo the last stroke' })).toBeEnabled()
    await look(page, 'a drawing')
    await done.press('Enter')
    await expect(composer(page)).toBeVisible()
  },
  'a pin that is moved': async (page, { project }) => {
    await openProject(page, project._id)
    await leaveComment(page, { x: 150, y: 120 }, { name: 'Ana', text: 'A little higher' })
    await pin(page, 1).press('Enter')
    await page.getByRole('dialog').getByRole('button', { name: 'More', exact: true }).press('Enter')
    await page.getByRole('menuitem', { name: 'Move' }).press('Enter')
    await expect(page.getByRole('button', { name: /^New place of the pin/ })).toBeFocused()
    for (let step = 0; step < 12; step += 1) await press(page, 'ArrowRight')
  },
}

/** In both themes, at the width of the window. */
async function look(page: Page, state: string): Promise<void> {
  const width = page.viewportSize()?.width ?? 0
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    await expectGoodAtWidths(page, `${state}, ${colorScheme}`, [width])
  }
}

for (const width of widths)
  for (const [state, show] of Object.entries(scenes)) {
    test(`${state} has no finding at ${width} px, light and dark @axe`, async ({
      page,
      project,
      account,
      request,
    }) => {
      await page.emulateMedia({ reducedMotion: 'reduce' })
      await page.setViewportSize({ width, height: 900 })
      await show(page, { project, account, request })
      await look(page, state)
    })
  }
