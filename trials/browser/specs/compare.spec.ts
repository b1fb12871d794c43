import sharp from 'sharp'
import type { Browser, Locator, Page } from '@playwright/test'
import { expectAccessible, expectNoSidewaysScroll } from '../support/accessibility'
import { holdBack } from '../support/hold-back'
import { landingSpots, renderLandingPage } from '../support/landing-page'
import { boxOf, openProject, openCompare } from '../support/project-page'
import { expect, phone, test as base } from '../support/test'
import type { TestProject } from '../support/test-project'

const changed = { hasNewButton: true, hasBand: true, hasNoQuote: true }

/** Two versions: the second has another button, an additional band and no quote. */
const test = base.extend({
  /** A project of two versions of a page. */
  project: async ({ browser, newProject }, use) => {
    const project = await newProject({ image: await renderLandingPage(browser) })
    await project.addVersion({ image: await renderLandingPage(browser, changed) })
    await use(project)
  },
})

/** The second version once more, at twice the size. */
async function addTwice(project: TestProject, browser: Browser) {
  await project.addVersion({ image: await renderLandingPage(browser, { ...changed, scale: 2 }) })
}

const window = (page: Page) => page.getByRole('dialog', { name: /^Compare versions of/ })
const mode = (page: Page, name: string) =>
  window(page).getByRole('radiogroup', { name: 'Mode' }).getByRole('radio', { name })
const divider = (page: Page) => page.getByRole('slider', { name: /^Divider between/ })
const side = (page: Page, version: number) =>
  window(page).getByRole('group', { name: `Version ${version}, scrolls with the arrow keys` })
const frames = (page: Page) => window(page).getByRole('button', { name: /^Change \d+: / })
const scrollTop = (scroller: Locator) => scroller.evaluate((element) => element.scrollTop)

/** Opens the window by its key. The page handles the key a moment after its button is rendered. */
async function pressCompare(page: Page) {
  await expect(async () => {
    await page.keyboard.press('v')
    await expect(window(page)).toBeVisible({ timeout: 5_000 })
  }).toPass()
}

/** Whether the button of the first version, which is red, or that of the second, which is green, is on the screen. */
async function shownButton(page: Page): Promise<'red' | 'green'> {
  const { x, y } = landingSpots.button
  const picture = await boxOf(window(page).getByRole('img').first())
  const at = {
    x: Math.round(picture.x + ((x - 80) * picture.width) / 1200),
    y: Math.round(picture.y + ((y - 22) * picture.width) / 1200),
  }
  const shot = await page.screenshot({ clip: { x: at.x, y: at.y, width: 4, height: 4 } })
  const { channels } = await sharp(shot).stats()
  const [red, green] = channels
  return (red?.mean ?? 0) > (green?.mean ?? 0) ? 'red' : 'green'
}

test('a press outside of the pictures keeps the keys in the window', async ({ projectPage: page }) => {
  await pressCompare(page)
  await window(page).getByRole('heading').first().click()
  await page.keyboard.press('2')
  await expect(divider(page)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(window(page)).toHaveCount(0)
})

test('two versions are compared by keyboard @core', async ({ projectPage: page, project }) => {
  const opener = page.getByRole('button', { name: /choose a version/ })
  await opener.focus()
  await pressCompare(page)
  await expect(page).toHaveURL(/\?compare=1-2$/)
  await window(page).getByLabel('After').selectOption('Version 1')
  await expect(page).toHaveURL(/\?compare=2-1$/)
  await window(page).getByLabel('Before').selectOption('Version 1')
  await expect(page).toHaveURL(/\?compare=1-2$/)

  await mode(page, 'Side by side').focus()
  await page.keyboard.press('2')
  await expect(divider(page)).toBeFocused()
  await expect(divider(page)).toHaveAttribute('aria-valuetext', '50% version 1')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Shift+ArrowLeft')
  await expect(divider(page)).toHaveAttribute('aria-valuetext', '41% version 1')
  await expect.poll(() => shownButton(page)).toBe('red')
  await page.keyboard.press('Home')
  await expect.poll(() => shownButton(page)).toBe('green')
  await page.keyboard.press('End')
  await expect.poll(() => shownButton(page)).toBe('red')

  await page.keyboard.press('3')
  const opacity = window(page).getByRole('slider', { name: 'Version 2' })
  await expect(opacity).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(opacity).toHaveValue('55')
  await page.keyboard.press('End')
  await expect.poll(() => shownButton(page)).toBe('green')

  await page.keyboard.press('4')
  await expect(frames(page)).toHaveCount(3)
  await page.keyboard.press('n')
  await expect(frames(page).first()).toHaveAttribute('aria-pressed', 'true')
  await expect(window(page).getByRole('listitem').first()).toContainText('Changed')
  await page.keyboard.press('p')
  await expect(frames(page).last()).toHaveAttribute('aria-pressed', 'true')
  await expect(frames(page).last()).toBeInViewport()
  await expect(window(page).getByRole('listitem').last()).toContainText('Removed')
  // The quote was between the cards, which end at 1,075 px, and the foot of the page, which starts at 1,135
  // px.
  const seam = async () => {
    const [line, picture] = [
      await boxOf(frames(page).last()),
      await boxOf(window(page).getByRole('img').first()),
    ]
    return ((line.y - picture.y) * 1_200) / picture.width
  }
  await expect.poll(async () => Math.abs((await seam()) - 1_105)).toBeLessThan(40)

  await page.keyboard.press('Escape')
  await expect(window(page)).toHaveCount(0)
  await expect(page).toHaveURL(new RegExp(`/project/${project._id}$`))
  await expect(opener).toBeFocused()
})

test('a progress bar shows while changes are computed, and Esc closes the window, also after a retry @axe', async ({
  page,
  project,
}) => {
  const held = await holdBack(page, '**/changes?*')
  await openProject(page, project._id)
  await pressCompare(page)
  await page.keyboard.press('4')

  const bar = window(page).getByRole('progressbar', { name: 'Looking for changes' })
  await expect(bar).toBeVisible()
  await expectAccessible(page, 'a search for changes')
  const cancelled = page.waitForEvent('requestfailed', (failed) => failed.url().includes('/changes?'))
  await page.keyboard.press('Escape')
  await cancelled
  await expect(window(page)).toHaveCount(0)

  held.release()
  await page.route('**/changes?*', (route) => route.abort())
  await pressCompare(page)
  const again = window(page).getByRole('button', { name: 'Try again' })
  await expect(again).toBeVisible()
  await page.unroute('**/changes?*')
  await again.press('Enter')
  await expect(frames(page)).toHaveCount(3)
  await expect(bar).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(window(page)).toHaveCount(0)
})

test('a link opens a comparison in the last used mode, and Back closes it', async ({
  projectPage: page,
  project,
}) => {
  await openCompare(page)
  await mode(page, 'Slider').click()
  await expect(divider(page)).toBeVisible()
  await page.goBack()
  await expect(window(page)).toHaveCount(0)
  await page.goto(`/project/${project._id}?compare=2-1`)
  await expect(divider(page)).toHaveAccessibleName('Divider between version 2 and version 1')
  await window(page).getByRole('button', { name: 'Close compare' }).click()
  await expect(window(page)).toHaveCount(0)
  await expect(page).toHaveURL(new RegExp(`/project/${project._id}$`))
})

test('the divider follows the mouse', async ({ page, project }) => {
  await page.goto(`/project/${project._id}?compare=1-2`)
  await mode(page, 'Slider').click()
  const { x, y, width } = await boxOf(divider(page))
  const picture = await boxOf(window(page).getByRole('img').first())
  await page.mouse.move(x + width / 2, y + 200)
  await page.mouse.down()
  await page.mouse.move(picture.x + picture.width / 4, y + 240, { steps: 5 })
  await page.mouse.up()
  await expect(divider(page)).toHaveAttribute('aria-valuetext', '25% version 1')
  await expect.poll(() => shownButton(page)).toBe('red')
})

test('a press on the picture moves the divider there; panning and a pin leave it', async ({
  page,
  project,
}) => {
  await project.addComment({ text: 'Too green', ...landingSpots.card })
  await page.goto(`/project/${project._id}?compare=1-2`)
  await mode(page, 'Slider').click()
  const picture = await boxOf(window(page).getByRole('img').first())
  const at = (share: number) => picture.x + picture.width * share
  await page.mouse.click(at(0.25), picture.y + 300)
  await expect(divider(page)).toHaveAttribute('aria-valuetext', '25% version 1')

  await window(page).getByRole('button', { name: 'Pins' }).click()
  await window(page)
    .getByRole('button', { name: /^Comment 1 by/ })
    .click()
  await expect(page.getByRole('dialog', { name: /^Comment 1 by/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.mouse.move(at(0.75), picture.y + 400)
  await page.mouse.down()
  await page.mouse.move(at(0.75), picture.y + 300, { steps: 5 })
  await page.mouse.up()
  const scroller = window(page).getByRole('group', { name: /^Both versions/ })
  await expect.poll(() => scrollTop(scroller)).toBe(100)
  await expect(divider(page)).toHaveAttribute('aria-valuetext', '25% version 1')
})

test('side by side has one zoom, one scroll and the pins of both, whose threads open above it', async ({
  ownerPage: page,
  newProject,
  browser,
}) => {
  // The placing of comments can take 30 s on a busy machine.
  test.setTimeout(90_000)
  const project = await newProject({ image: await renderLandingPage(browser) })
  await project.addComment({ text: 'One bed or two?', ...landingSpots.card })
  await addTwice(project, browser)
  const isPlaced = async () => (await project.read()).comments[0]?.places?.length
  await expect.poll(isPlaced, { timeout: 30_000 }).toBe(1)
  await page.goto(`/project/${project._id}?compare=1-2`)
  const [before, after] = [side(page, 1), side(page, 2)]
  await expect(before.getByRole('button', { name: /^Comment 1 by/ })).toBeVisible()
  await expect(after.getByRole('button', { name: /^Comment 1 by/ })).toBeVisible()
  const widths = async () =>
    Promise.all([before, after].map(async (one) => Math.round((await boxOf(one.getByRole('img'))).width)))
  const [fitted] = await widths()
  expect(await widths()).toEqual([fitted, fitted])

  for (let step = 0; step < 3; step += 1) await window(page).getByRole('button', { name: 'Zoom in' }).click()
  await expect.poll(async () => (await widths())[0]).toBeGreaterThan(fitted ?? 0)
  await expect.poll(async () => new Set(await widths()).size).toBe(1)
  await after.hover()
  await page.mouse.wheel(0, 900)
  await expect.poll(() => scrollTop(after)).toBeGreaterThan(850)
  // A band was added above the card, so the older version has waited for it.
  const heightOf = async (one: Locator) => (await boxOf(one.getByRole('button', { name: /^Comment 1 by/ }))).y
  await expect.poll(async () => Math.abs((await heightOf(before)) - (await heightOf(after)))).toBeLessThan(8)
  expect((await scrollTop(after)) - (await scrollTop(before))).toBeGreaterThan(100)

  await after.getByRole('button', { name: /^Comment 1 by/ }).click()
  const thread = page.getByRole('dialog', { name: /^Comment 1 by/ })
  await expect(thread).toContainText('One bed or two?')
  // On the newer version it can be resolved, on the older one not.
  await expect(thread.getByRole('button', { name: 'Resolve' })).toBeVisible()
  await before.getByRole('button', { name: /^Comment 1 by/ }).click()
  await expect(thread.getByRole('button', { name: 'Resolve' })).toHaveCount(0)
  await expect(thread).toContainText('One bed or two?')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog', { name: /^Comment 1 by/ })).toHaveCount(0)
  await expect(window(page)).toBeVisible()
  await window(page).getByRole('button', { name: 'Pins' }).click()
  await expect(window(page).getByRole('button', { name: /^Comment 1 by/ })).toHaveCount(0)
})

test('the same page at twice the size is aligned with the other', async ({ page, project, browser }) => {
  await addTwice(project, browser)
  await page.goto(`/project/${project._id}?compare=2-3`)
  await mode(page, 'Overlay').click()
  const [before, after] = await Promise.all([0, 1].map((at) => boxOf(window(page).getByRole('img').nth(at))))
  expect(after?.width).toBeGreaterThan(1_000)
  for (const side of ['x', 'y', 'width', 'height'] as const)
    expect(Math.abs((after?.[side] ?? 0) - (before?.[side] ?? 0)), side).toBeLessThan(1)
})

test('a phone has the slider and the overlay @axe', async ({ openPage, project }) => {
  const page = await openPage(phone)
  await openProject(page, project._id)
  await page.getByRole('button', { name: 'More actions' }).tap()
  await page.getByRole('menuitem', { name: 'Versions' }).tap()
  await page.getByRole('button', { name: 'Compare' }).tap()
  await expect(divider(page)).toBeVisible()
  await expect(window(page)).toContainText('Drag to move the divider')
  await expect(window(page).getByRole('radiogroup', { name: 'Mode' }).getByRole('radio')).toHaveText([
    ...['Slider', 'Overlay'],
  ])
  await expectAccessible(page, 'the slider on a phone')
  const picture = await boxOf(window(page).getByRole('img').first())
  await page.touchscreen.tap(picture.x + picture.width / 4, picture.y + 100)
  await expect(divider(page)).toHaveAttribute('aria-valuetext', '25% version 1')
  await mode(page, 'Overlay').tap()
  await expect(window(page).getByRole('slider', { name: 'Version 2' })).toBeVisible()
  await expectAccessible(page, 'the overlay on a phone')
  await page.setViewportSize({ width: 360, height: 740 })
  await expectNoSidewaysScroll(page, 'the overlay at 360')
  await window(page).getByRole('button', { name: 'Close compare' }).tap()
  await expect(window(page)).toHaveCount(0)
})

for (const colorScheme of ['light', 'dark'] as const) {
  test(`every mode is accessible at every width, ${colorScheme} @axe`, async ({ page, project }) => {
    await page.emulateMedia({ colorScheme })
    await page.goto(`/project/${project._id}?compare=1-2`)
    for (const name of ['Side by side', 'Slider', 'Overlay', 'Changes']) {
      await mode(page, name).click()
      if (name === 'Changes') await expect(frames(page)).toHaveCount(3)
      await expectAccessible(page, name)
      for (const width of [1440, 1024, 768]) {
        await page.setViewportSize({ width, height: 900 })
        await expectNoSidewaysScroll(page, `${name} at ${width}`)
      }
      await expectAccessible(page, `${name} at 768`)
      await page.setViewportSize({ width: 1440, height: 900 })
    }
  })
}

test('slow pictures are shown as loading, and a failed one is fetched again @axe', async ({
  page,
  browser,
  newProject,
}) => {
  const project = await newProject({ image: await renderLandingPage(browser) })
  await project.addVersion({ image: await renderLandingPage(browser, changed) })
  const [design] = (await project.read()).designs
  const first = design?.versions[0]?.image._id ?? ''
  const address = `**/images/${first.slice(0, 22)}*/view`
  const held = await holdBack(page, address)
  await openProject(page, project._id)
  await pressCompare(page)
  const status = (text: string) => window(page).getByRole('status').filter({ hasText: text })
  await expect(status('Loading version 1...')).toBeVisible()
  await expectAccessible(page, 'a comparison that loads')
  held.release()
  await expect(status('Loading version 1...')).toHaveCount(0)

  await page.keyboard.press('Escape')
  await page.route(address, (route) => route.abort())
  await openProject(page, project._id)
  await pressCompare(page)
  await expect(status('Could not load version 1.')).toBeVisible()
  await expectAccessible(page, 'a comparison without one of its pictures')
  await page.unroute(address)
  const again = window(page).getByRole('button', { name: 'Try again' })
  expect((await boxOf(again)).height).toBeGreaterThanOrEqual(24)
  await again.click()
  await expect(status('version 1')).toHaveCount(0)
  await expect(side(page, 1)).toBeFocused()
  await expect
    .poll(() =>
      side(page, 1)
        .getByRole('img')
        .evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth),
    )
    .toBe(1200)
})

test('in forced colours the focus is visible on the divider and on a removed part, and so are pressed toggles', async ({
  page,
  project,
}) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await openProject(page, project._id)
  await pressCompare(page)
  const pins = window(page).getByRole('button', { name: 'Pins' })
  await expect(pins).toHaveCSS('border-width', '2px')
  await pins.click()
  await expect(pins).toHaveCSS('border-width', '1px')
  await side(page, 1).focus()
  await expect(side(page, 1)).toBeFocused()
  await page.keyboard.press('2')
  await expect(divider(page)).toBeFocused()
  const knob = page.locator('.compare-knob')
  await expect(knob).toHaveCSS('outline-style', 'solid')
  await page.keyboard.press('4')
  const removed = frames(page).and(page.locator('[data-kind=removed]')).first()
  await removed.focus()
  await expect(removed).toBeFocused()
  await expect(removed).toHaveCSS('outline-style', 'solid')
})

test('comments at one spot are listed side by side, and keys open each and return to its place @axe', async ({
  page,
  newProject,
}) => {
  const project = await newProject({ image: await paint('#dddddd') })
  await project.addVersion({ image: await paint('#ddddff') })
  for (const text of ['Calmer', 'Warmer', 'Bolder']) await project.addComment({ x: 400, y: 300, text })
  await page.goto(`/project/${project._id}?compare=1-2`)
  const cluster = side(page, 2).getByRole('button', { name: '3 comments here: 1, 2 and 3' })
  await expectAccessible(page, 'comments at one spot, compared')

  await cluster.focus()
  await page.keyboard.press('Enter')
  const list = page.getByRole('dialog', { name: '3 comments here' })
  await expect(list.getByRole('button').first()).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('group', { name: 'Messages' }).getByText('Warmer')).toBeVisible()
  await expectAccessible(page, 'one of the comments at one spot, compared')
  await page.keyboard.press('Escape')
  await expect(cluster).toBeFocused()
})

function paint(background: string): Promise<Buffer> {
  return sharp({ create: { width: 900, height: 1400, channels: 3, background } })
    .png()
    .toBuffer()
}

test('no mode covers another when the text is twice as large', async ({ projectPage: page }) => {
  await pressCompare(page)
  await page.evaluate(() => (document.documentElement.style.fontSize = '200%'))
  for (const width of [768, 1024]) {
    await page.setViewportSize({ width, height: 800 })
    const cut = await window(page)
      .getByRole('radiogroup', { name: 'Mode' })
      .getByRole('radio')
      .evaluateAll((all) => all.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).length)
    expect(cut, `modes wider than their button at ${width}`).toBe(0)
    await expectNoSidewaysScroll(page, `compare with large text at ${width}`)
  }
  await page.setViewportSize({ width: 768, height: 800 })
  await mode(page, 'Changes').click()
  const panel = window(page).getByRole('region', { name: 'Changes' })
  const words = panel.getByRole('listitem').getByRole('button')
  await expect(words.first()).toBeVisible()
  const cut = await words.evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth).length)
  expect(cut, 'changes wider than their row').toBe(0)
  expect(await panel.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
})
