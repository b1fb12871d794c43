import { drawDesign } from '@pinmark/testbed/test-image'
import type { Locator, Page } from '@playwright/test'
import { boxOf, design, frame, openProject, pin, sheetHandle } from '../support/project-page'
import { expect, phone, test } from '../support/test'
import type { TestProject } from '../support/test-project'

/** The names of all controls that can be seen, without pins, rows and the tiles of designs, whose number is that of what
 *  they stand for. */
function controlsOn(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const content = '[data-pin], [data-cluster], [data-row], .design-tile, .skip-link'
    const controls = document.querySelectorAll(
      'a[href], button, input, select, summary, [role=separator][tabindex]',
    )
    return [...controls]
      .filter((control) => {
        const { width, height } = control.getBoundingClientRect()
        return width > 1 && height > 1 && control.checkVisibility({ visibilityProperty: true })
      })
      .filter((control) => !control.closest(content))
      .map((control) => control.getAttribute('aria-label') ?? control.textContent ?? '')
  })
}

async function givenElevenComments(project: TestProject) {
  for (let number = 1; number <= 11; number += 1) await project.addComment({ x: 100, y: 100 * number })
}

async function givenThreeDesignsAndTwoVersions(project: TestProject) {
  const draw = (at: number) => drawDesign({ width: 400, height: 300, marker: { x: at, y: at } })
  for (const [index, name] of ['Poster', 'Ticket'].entries())
    await project.addDesign({ name, image: (await draw(60 + index)).buffer })
  await project.addVersion({ image: (await drawDesign({ marker: { x: 90, y: 90 } })).buffer })
}

const settled = async (page: Page) => {
  await expect(
    page.getByRole('group', { name: 'Viewer' }).getByRole('button', { name: /^Zoom/ }).first(),
  ).toBeVisible()
  await expect(page.getByRole('contentinfo')).toBeVisible()
}

/** A version that looks so different that comments are to check. */
async function givenCarriedComments(project: TestProject) {
  await givenThreeDesignsAndTwoVersions(project)
  await givenElevenComments(project)
  const image = await drawDesign({ width: 700, height: 500, marker: { x: 600, y: 90 } })
  await project.addVersion({ image: image.buffer })
  const states = async () =>
    (await project.read()).comments.map(({ places }) => places?.[0]?.kind ?? places?.[0]?.state)
  await expect.poll(states, { timeout: 30_000 }).toEqual(expect.arrayContaining(['check']))
}

for (const [what, prepare] of [
  ['one design', givenElevenComments],
  [
    'three designs and two versions',
    async (project: TestProject) => {
      await givenThreeDesignsAndTwoVersions(project)
      await givenElevenComments(project)
    },
  ],
  ['three designs and the note of carried comments', givenCarriedComments],
] as const) {
  test(`on a first visit a guest sees at most 18 controls, an owner at most 26, with ${what}`, async ({
    page,
    openOwnerPage,
    project,
  }) => {
    test.slow()
    await prepare(project)
    const { designs } = await project.read()
    const hasMany = designs.length > 1
    await openProject(page, project._id)
    await expect(page.getByRole('button', { name: 'Looks good' })).toBeVisible()
    await settled(page)
    await expect(page.getByRole('button', { name: 'All designs' })).toHaveCount(hasMany ? 1 : 0)
    const ofGuest = await controlsOn(page)
    expect(ofGuest).toContain('Looks good')
    expect(ofGuest.length, ofGuest.join(', ')).toBeLessThanOrEqual(18)

    const owner = await openOwnerPage()
    await openProject(owner, project._id)
    await expect(owner.getByRole('button', { name: 'Close round' })).toBeVisible()
    await settled(owner)
    await expect(owner.getByRole('button', { name: 'All designs' })).toHaveCount(hasMany ? 1 : 0)
    const isCarried = prepare === givenCarriedComments
    const note = owner.getByRole('region', { name: 'Carried comments' })
    await expect(note.getByRole('button', { name: 'Review' })).toHaveCount(isCarried ? 1 : 0)
    const ofOwner = await controlsOn(owner)
    const shown = isCarried ? 'Review' : 'Mark all as read'
    expect(ofOwner).toEqual(expect.arrayContaining(['Close round', 'Export comments…', shown]))
    expect(ofOwner.length, ofOwner.join(', ')).toBeLessThanOrEqual(26)
  })
}

const edge = (page: Page) => page.getByRole('separator', { name: 'Height of the design' })
const heightOf = async (element: Locator) => (await boxOf(element)).height

test('the lower edge of the frame is dragged, moved by keys, and stays there in this browser', async ({
  projectPage: page,
}) => {
  await expect.poll(() => heightOf(frame(page))).toBe(500)
  await expect(page.getByText('Drag to see more of the design')).toBeVisible()
  const { x, y, width } = await boxOf(edge(page))
  await page.mouse.move(x + width / 2, y + 10)
  await page.mouse.down()
  await page.mouse.move(x + width / 2, y + 110, { steps: 4 })
  await page.mouse.up()
  await expect.poll(() => heightOf(frame(page))).toBe(600)
  await expect(page.getByText('Drag to see more of the design')).toHaveCount(0)
  await edge(page).focus()
  await page.keyboard.press('ArrowUp')
  await expect(edge(page)).toHaveAttribute('aria-valuenow', '560')
  await page.reload()
  await expect(design(page)).toBeVisible()
  await expect.poll(() => heightOf(frame(page))).toBe(560)
})

test('an expanded design leaves the strip and the verdict in the window', async ({ page, project }) => {
  await givenThreeDesignsAndTwoVersions(project)
  await page.setViewportSize({ width: 1920, height: 1080 })
  await openProject(page, project._id)
  await expect(page.getByRole('button', { name: 'Looks good' })).toBeVisible()
  await page.getByRole('button', { name: 'Expand' }).click()
  await expect.poll(() => heightOf(frame(page))).toBeGreaterThan(720)
  await expect(page.getByRole('navigation', { name: 'Designs' })).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('button', { name: 'Looks good' })).toBeInViewport({ ratio: 1 })
})

test('with 200 comments, the verdict is at most 12 presses of Tab away', async ({ page, project }) => {
  test.slow()
  for (let number = 0; number < 200; number += 20) {
    const places = Array.from({ length: 20 }, (_, index) => ({ x: 60 * index, y: 15 * number }))
    await Promise.all(places.map((place) => project.addComment(place)))
  }
  await openProject(page, project._id)
  await expect(page.getByRole('button', { name: 'Looks good' })).toBeVisible()
  const skip = page.getByRole('button', { name: 'Skip to the verdict' })
  const isThere = () => skip.evaluate((link) => link === document.activeElement)
  let presses = 0
  while (presses < 12 && !(await isThere())) {
    await page.keyboard.press('Tab')
    presses += 1
  }
  await expect(skip).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Looks good' })).toBeFocused()
  // Pins and rows are one stop each, so that the rest of the page is near as well.
  for (const controls of ['[data-pin], [data-cluster]', '.row-button'])
    expect(await page.locator(controls).evaluateAll(countTabStops)).toBe(1)
})

test('the arrow keys go from pin to pin', async ({ page, project }) => {
  await project.addComment({ x: 200, y: 200 })
  await project.addComment({ x: 600, y: 300 })
  await openProject(page, project._id)
  await pin(page, 1).focus()
  await page.keyboard.press('ArrowRight')
  await expect(pin(page, 2)).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(pin(page, 1)).toBeFocused()
})

for (const [width, height] of [
  [360, 640],
  [390, 844],
] as const) {
  test(`at ${width} x ${height}, the design begins within 130 px, and half a sheet has four rows`, async ({
    openPage,
    openOwnerPage,
    project,
    request,
    account,
  }) => {
    test.slow()
    const headers = { Authorization: `Bearer ${account.token}` }
    const data = { description: 'Please look at the first screen. Colours are final, words are not.' }
    expect((await request.put(`/projects/${project._id}`, { headers, data })).ok()).toBe(true)
    await givenElevenComments(project)
    for (const open of [openPage, openOwnerPage]) {
      const page = await open({ ...phone, viewport: { width, height } })
      await openProject(page, project._id)
      expect((await boxOf(design(page))).y).toBeLessThanOrEqual(130)
      await page.getByRole('button', { name: 'Brief' }).tap()
      await expect(page.getByText('Colours are final')).toBeVisible()
      await page.getByRole('button', { name: 'Brief' }).tap()
      await sheetHandle(page).tap()
      const rows = page.getByRole('region', { name: 'Comments' }).getByRole('listitem')
      for (const at of [0, 1, 2, 3]) await expect(rows.nth(at)).toBeInViewport({ ratio: 1 })
      const fourth = await boxOf(rows.nth(3))
      const verdict = await boxOf(page.locator('.panel-foot'))
      expect(fourth.y + fourth.height).toBeLessThanOrEqual(verdict.y)
      expect(verdict.y + verdict.height).toBeLessThanOrEqual(height)
    }
  })
}

test('on a phone, the brief can be opened while others look at the project', async ({
  projectPage,
  openOwnerPage,
  project,
}) => {
  const page = await openOwnerPage({ ...phone, viewport: { width: 360, height: 640 } })
  await openProject(page, project._id)
  await expect(projectPage.getByText('1 other viewing')).toBeVisible()
  await expect(page.getByText('2 here')).toBeAttached()
  const brief = page.getByRole('button', { name: 'Brief' })
  const [own, next] = [await boxOf(brief), await boxOf(page.getByRole('button', { name: 'Hide Comments' }))]
  expect(own.x + own.width).toBeLessThanOrEqual(next.x)
  await brief.tap()
  await expect(page.getByRole('button', { name: 'Add a description' })).toBeVisible()
})

test('on a phone, the handle of the sheet says that a comment was sent', async ({ openPage, project }) => {
  const page = await openPage(phone)
  await openProject(page, project._id)
  await design(page).tap({ position: { x: 100, y: 100 } })
  const composer = page.getByRole('dialog', { name: 'New comment' })
  await composer.getByLabel('Your name').fill('Ana')
  await composer.getByLabel('Your comment').fill('More air')
  await composer.getByRole('button', { name: 'Submit' }).tap()
  await expect(sheetHandle(page)).toContainText('Sent')
  await expect(page.locator('.toast')).toHaveCount(0)
})

test('an owner of a new project sends the link and says what to look at; nobody has seen it until a guest has', async ({
  ownerProjectPage: owner,
  openPage,
  project,
}) => {
  await expect(owner.getByText('Nobody has seen it yet.')).toBeVisible()
  await expect(owner.getByRole('button', { name: 'Copy link' })).toBeVisible()
  await expect(owner.getByRole('group', { name: 'Round' })).toHaveCount(0)
  const guest = await openPage()
  await openProject(guest, project._id)
  await expect(owner.getByText('Send the link to the people')).toBeVisible()
  await expect(owner.getByText('Nobody has seen it yet.')).toHaveCount(0)

  await owner.getByRole('button', { name: 'What should they look at?' }).click()
  await expect(owner.getByRole('textbox', { name: 'Description' })).toBeFocused()
})

test('the mouse of a reviewer says that a click comments, until their first comment', async ({
  page,
  project,
}) => {
  await project.addComment({ x: 600, y: 60 })
  await openProject(page, project._id)
  const hint = page.getByText('Click to comment')
  await design(page).hover({ position: { x: 200, y: 200 } })
  await expect(hint).toBeVisible()
  await design(page).click({ position: { x: 200, y: 200 } })
  await expect(hint).toBeHidden()
  const composer = page.getByRole('dialog', { name: 'New comment' })
  await composer.getByLabel('Your name').fill('Ana')
  await composer.getByLabel('Your comment').fill('More air')
  await composer.getByRole('button', { name: 'Submit' }).click()
  await expect(composer).toHaveCount(0)
  await design(page).hover({ position: { x: 300, y: 260 } })
  await expect(hint).toHaveCount(0)
})

function countTabStops(elements: Element[]): number {
  return elements.filter((element) => element instanceof HTMLElement && element.tabIndex === 0).length
}
