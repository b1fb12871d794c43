import type { Locator, Page } from '@playwright/test'
import { drawDesign } from '@pinmark/testbed/test-image'
import { expectAccessible, expectGoodAtWidths } from '../support/accessibility'
import { dropFiles } from '../support/drop-files'
import { loseFirstAnswer } from '../support/fail-first'
import { boxOf, design, openProject, pin } from '../support/project-page'
import { expect, phone, test as base } from '../support/test'
import type { TestProject } from '../support/test-project'
import { touchScreen } from '../support/touch'

const strip = (page: Page) => page.getByRole('navigation', { name: 'Designs' })
const tile = (page: Page, title: string) => strip(page).getByRole('button', { name: new RegExp(`^${title}`) })
const titles = async (project: TestProject) => (await project.read()).designs.map(({ title }) => title)

const test = base.extend({
  /** A project with two designs, each with a comment. */
  project: async ({ newProject }, use) => {
    const project = await newProject({ name: 'Landing page' })
    const { buffer } = await drawDesign({ width: 560, height: 1200, marker: { x: 200, y: 200 } })
    const mail = await project.addDesign({ name: 'Welcome e-mail', image: buffer })
    await project.addComment({ text: 'On the page' })
    const version = mail.versions[0]?._id ?? ''
    await project.addComment({ text: 'On the mail', version, x: 100, y: 100 })
    await use(project)
  },
})
test.use({ hasNewAccount: true })

async function openOverview(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'All designs' }).click()
  return page.getByRole('dialog', { name: 'All designs' })
}

test('designs are viewed one by one, each with its own comments @core', async ({ projectPage: page }) => {
  await expect(tile(page, 'Landing page')).toHaveAttribute('aria-current', 'true')
  await expect(tile(page, 'Welcome e-mail')).toContainText('1 open')
  await expect(pin(page, 2)).toHaveCount(0)
  await tile(page, 'Welcome e-mail').click()
  await expect(design(page)).toHaveAttribute('alt', 'Design: Welcome e-mail, version 1')
  await expect(pin(page, 2)).toBeVisible()
  await expect(pin(page, 1)).toHaveCount(0)
  await expect(page).toHaveURL(/\?design=[\w-]+$/)
  await page.keyboard.press(']')
  await expect(design(page)).toHaveAttribute('alt', 'Design: Landing page, version 1')
  await page.keyboard.press('[')
  await expect(design(page)).toHaveAttribute('alt', 'Design: Welcome e-mail, version 1')
  await expect(strip(page).getByRole('button', { name: /^Actions for/ })).toHaveCount(0)
})

test('keys lead to the next design on any keyboard', async ({ projectPage: page }) => {
  const press = (init: Record<string, string | boolean>) =>
    page.evaluate((key) => {
      document.body.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...key }))
    }, init)
  const expectShown = (title: string) =>
    expect(design(page)).toHaveAttribute('alt', `Design: ${title}, version 1`)
  await press({ key: 'ъ', code: 'BracketRight' })
  await expectShown('Welcome e-mail')
  await press({ key: '[', code: 'Digit8', ctrlKey: true, altKey: true, modifierAltGraph: true })
  await expectShown('Landing page')
  await page.keyboard.press('Shift+N')
  await expectShown('Welcome e-mail')
  await page.keyboard.press('Shift+P')
  await expectShown('Landing page')
  await press({ key: 'с', code: 'KeyC' })
  await expect(page.getByRole('button', { name: /^Spot of the comment/ })).toBeFocused()
})

test('a key of an input method neither saves nor cancels the name of a design', async ({
  ownerProjectPage: page,
  project,
}) => {
  const session = await page.context().newCDPSession(page)
  // As Safari reports the key that ends a composition.
  const compose = (key: string) =>
    session.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', key, code: key, windowsVirtualKeyCode: 229 })
  await tile(page, 'Welcome e-mail').focus()
  await page.keyboard.press('F2')
  const field = page.getByRole('textbox', { name: 'Name of the design' })
  await field.fill('にゅーす')
  await compose('Enter')
  await compose('Escape')
  await expect(field).toBeFocused()
  await expect(field).toHaveValue('にゅーす')
  await page.keyboard.press('Enter')
  await expect(tile(page, 'にゅーす')).toBeVisible()
  await expect.poll(() => titles(project)).toContain('にゅーす')
})

test('the designer renames, moves, deletes and restores a design by keyboard', async ({
  ownerPage: page,
  project,
}) => {
  await page.goto('/')
  await expect(page.getByText('2 designs · Edited')).toBeVisible()
  await openProject(page, project._id)
  await tile(page, 'Welcome e-mail').focus()
  await page.keyboard.press('F2')
  await page.keyboard.type('Newsletter')
  await page.keyboard.press('Enter')
  await expect(tile(page, 'Newsletter')).toBeVisible()

  await tile(page, 'Newsletter').focus()
  await page.keyboard.press('Alt+ArrowLeft')
  await expect(page.getByText('Newsletter, moved to 1 of 2')).toBeAttached()
  await expect.poll(() => titles(project)).toEqual(['Newsletter', 'Landing page'])

  await tile(page, 'Newsletter').focus()
  await page.keyboard.press('Delete')
  await expect(page.getByText('Newsletter deleted')).toBeVisible()
  await expect(strip(page)).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(tile(page, 'Newsletter')).toBeVisible()
  await expect.poll(() => titles(project)).toEqual(['Newsletter', 'Landing page'])
})

test('a design is gone, and can be restored, although the answer to its deletion was lost', async ({
  ownerProjectPage: page,
  project,
}) => {
  await loseFirstAnswer(page, '**/designs/*')
  await tile(page, 'Welcome e-mail').focus()
  await page.keyboard.press('Delete')
  await expect(page.getByText('Welcome e-mail deleted')).toBeVisible()
  await expect(strip(page)).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(tile(page, 'Welcome e-mail')).toBeVisible()
  await expect.poll(() => titles(project)).toEqual(['Landing page', 'Welcome e-mail'])
})

test('a design is renamed where its menu opens the field, also after another menu was used', async ({
  ownerProjectPage: page,
}) => {
  await page.getByRole('button', { name: 'Actions for Landing page' }).click()
  await page.keyboard.press('Escape')
  await strip(page).getByRole('listitem').filter({ hasText: 'Welcome e-mail' }).hover()
  await page.getByRole('button', { name: 'Actions for Welcome e-mail' }).click()
  await page.getByRole('menuitem', { name: 'Rename' }).click()
  await expect(page.getByRole('menu')).toHaveCount(0)
  await expect(page.getByRole('textbox', { name: 'Name of the design' })).toBeFocused()
  await page.keyboard.type('Newsletter')
  await page.keyboard.press('Enter')
  await expect(tile(page, 'Newsletter')).toBeFocused()
})

test('the overview shows all designs, which are selected and moved by keyboard', async ({
  ownerProjectPage: page,
  project,
}) => {
  await expect(tile(page, 'Welcome e-mail')).toBeVisible()
  await page.keyboard.press('g')
  const overview = page.getByRole('dialog', { name: 'All designs' })
  await expect(overview).toContainText('Landing page · 2 designs, 2 open comments')
  await expect(overview.getByRole('button', { name: /^Landing page/ })).toBeFocused()
  await page.keyboard.press('Alt+ArrowRight')
  await expect.poll(() => titles(project)).toEqual(['Welcome e-mail', 'Landing page'])
  await expect(overview.getByRole('button', { name: /^Landing page/ })).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await expect(overview.getByRole('button', { name: /^Welcome e-mail/ })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(overview).toHaveCount(0)
  await expect(design(page)).toHaveAttribute('alt', 'Design: Welcome e-mail, version 1')
  await page.getByRole('button', { name: 'All designs' }).click()
  await page.keyboard.press('Escape')
  await expect(overview).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'All designs' })).toBeFocused()
})

/** The contrast (WCAG 2) between the line around an element and what lies around it; 1 without a line. */
function contrastOfLine(element: Element): number {
  const luminance = (color: string) => {
    const [red = 0, green = 0, blue = 0] = (color.match(/[\d.]+/g) ?? []).map((part) => {
      const value = Number(part) / 255
      return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
    })
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  }
  const { outlineStyle, outlineColor, boxShadow } = getComputedStyle(element)
  const line = outlineStyle === 'none' ? /rgb\(.*?\)/.exec(boxShadow)?.[0] : outlineColor
  let around = element.parentElement
  while (around && getComputedStyle(around).backgroundColor === 'rgba(0, 0, 0, 0)')
    around = around.parentElement
  if (line === undefined || !around) return 1
  const [one, other] = [luminance(line), luminance(getComputedStyle(around).backgroundColor)]
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)
}

for (const colorScheme of ['light', 'dark'] as const)
  test(`a line of enough contrast marks the shown design and the chosen filter, ${colorScheme}`, async ({
    ownerProjectPage: page,
  }) => {
    await page.emulateMedia({ colorScheme })
    const item = strip(page).getByRole('listitem').filter({ hasText: 'Landing page' })
    const filter = page.getByRole('radiogroup', { name: 'Show' }).getByRole('radio', { checked: true })
    for (const chosen of [item, filter])
      expect(await chosen.evaluate(contrastOfLine)).toBeGreaterThanOrEqual(3)
    const mat = (await openOverview(page))
      .getByRole('button', { name: /^Landing page/ })
      .locator('> span')
      .first()
    expect(await mat.evaluate(contrastOfLine)).toBeGreaterThanOrEqual(3)
    await page.emulateMedia({ forcedColors: 'active' })
    for (const chosen of [item, mat]) await expect(chosen).toHaveCSS('outline-width', '2px')
  })

test('the overview of a project with a long name fits a narrow screen', async ({
  ownerPage: page,
  newProject,
}) => {
  const project = await newProject({ name: 'W'.repeat(60) })
  const { buffer: image } = await drawDesign({ width: 300, height: 200, marker: { x: 40, y: 40 } })
  await project.addDesign({ name: 'Poster', image })
  await page.setViewportSize({ width: 360, height: 740 })
  await openProject(page, project._id)
  const overview = await openOverview(page)
  await expect(overview.getByText(/2 designs, /)).toBeVisible()
  expect(await overview.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
})

test('a long page shows its top part in the overview, as on the dashboard', async ({ projectPage: page }) => {
  const overview = await openOverview(page)
  const card = overview.getByRole('button', { name: /^Landing page/ })
  const [mat, sheet] = [await boxOf(card.locator('span').first()), await boxOf(card.locator('img'))]
  expect(sheet.width / mat.width).toBeCloseTo(0.74, 2)
  expect(sheet.y).toBeGreaterThan(mat.y)
  expect(sheet.y + sheet.height).toBeGreaterThan(mat.y + mat.height)
})

const grip = (item: Locator) => item.locator('.design-grip')
const centerOf = async (element: Locator) => {
  const { x, y, width, height } = await boxOf(element)
  return { x: x + width / 2, y: y + height / 2 }
}

test('the hidden grip takes no room beside the picture of a design', async ({ ownerProjectPage: page }) => {
  const item = strip(page).getByRole('listitem').first()
  const [box, picture] = [await boxOf(item), await boxOf(item.locator('img'))]
  expect(picture.x - box.x).toBe(picture.y - box.y)
})

test('a design is dragged to another place by its grip, and Esc cancels it', async ({
  ownerProjectPage: page,
  project,
}) => {
  const items = strip(page).getByRole('listitem')
  const dragFirstBehindSecond = async () => {
    await items.first().hover()
    const [from, to] = [await centerOf(grip(items.first())), await centerOf(items.nth(1))]
    await page.mouse.move(from.x, from.y)
    await page.mouse.down()
    await page.mouse.move(to.x, to.y - 30, { steps: 6 })
    await expect(items.first()).toHaveAttribute('data-held')
    await expect(items.nth(1)).toHaveAttribute('data-gap', 'after')
  }
  await dragFirstBehindSecond()
  await page.keyboard.press('Escape')
  await page.mouse.up()
  await expect(items.first()).not.toHaveAttribute('data-held')
  await expect(items.first()).toContainText('Landing page')

  await dragFirstBehindSecond()
  await page.mouse.up()
  await expect(items.first()).toContainText('Welcome e-mail')
  await expect.poll(() => titles(project)).toEqual(['Welcome e-mail', 'Landing page'])
  await expect(page.getByText('Landing page, moved to 2 of 2')).toBeAttached()
  await page.reload()
  await expect(items.first()).toContainText('Welcome e-mail')
})

for (const width of [390, 1440])
  test(`the first of eight designs is dragged after the last one, which was out of view, at ${width} px`, async ({
    ownerPage: page,
    project,
  }) => {
    for (let number = 3; number <= 8; number += 1) {
      const { buffer } = await drawDesign({ width: 300, height: 200, marker: { x: 20 * number, y: 20 } })
      await project.addDesign({ name: `Page ${number}`, image: buffer })
    }
    await page.setViewportSize({ width, height: 844 })
    await openProject(page, project._id)
    const list = strip(page).getByRole('list')
    await expect(list.getByRole('listitem')).toHaveCount(8)
    const first = list.getByRole('listitem').first()
    await first.hover()
    const from = await centerOf(grip(first))
    await page.mouse.move(from.x, from.y)
    await page.mouse.down()
    const { x, width: listWidth } = await boxOf(list)
    await page.mouse.move(x + listWidth - 8, from.y, { steps: 6 })
    await expect(list.getByRole('listitem').last()).toHaveAttribute('data-gap', 'after')
    await page.mouse.up()
    await expect.poll(async () => (await titles(project)).at(-1)).toBe('Landing page')
  })

test('on a small phone the strip scrolls to the shown design, and the page stays at its top', async ({
  openPage,
  project,
}) => {
  const page = await openPage({ ...phone, viewport: { width: 360, height: 640 } })
  await openProject(page, project._id)
  await expect(tile(page, 'Landing page')).toHaveAttribute('aria-current', 'true')
  expect(await page.evaluate(() => window.scrollY)).toBe(0)
  // The keys may work a moment after the strip is shown.
  await expect(async () => {
    await page.keyboard.press(']')
    await expect(tile(page, 'Welcome e-mail')).toHaveAttribute('aria-current', 'true', { timeout: 5_000 })
  }).toPass()
  const list = await boxOf(strip(page).getByRole('list'))
  const box = await boxOf(tile(page, 'Welcome e-mail'))
  expect(box.x + box.width).toBeLessThanOrEqual(list.x + list.width)
  expect(await page.evaluate(() => window.scrollY)).toBe(0)
})

test('on a phone a long press drags a design, and a tap opens it', async ({ openOwnerPage, project }) => {
  const page = await openOwnerPage(phone)
  await openProject(page, project._id)
  const more = page.getByRole('button', { name: 'More actions' })
  const openAll = async () => {
    await more.tap()
    await page.getByRole('menuitem', { name: 'All designs' }).tap()
  }
  await openAll()
  await page.getByRole('button', { name: 'Back to the design' }).tap()
  await expect(more).toBeFocused()
  await openAll()
  const cards = page.getByRole('dialog', { name: 'All designs' }).locator('[data-item]')
  await expect(cards).toHaveCount(2)
  const [from, to] = [await centerOf(cards.first()), await centerOf(cards.nth(1))]
  const screen = await touchScreen(page)
  const isHeld = () => expect(cards.first()).toHaveAttribute('data-held')
  await screen.drag([from], [{ x: to.x + 100, y: to.y }], 8, isHeld)
  await expect.poll(() => titles(project)).toEqual(['Welcome e-mail', 'Landing page'])
  await expect(cards.first()).toContainText('Welcome e-mail')
  await cards.first().locator('[data-design]').tap()
  await expect(design(page)).toHaveAttribute('alt', 'Design: Welcome e-mail, version 1')
})

test('nothing below the overview is reachable by keyboard, also after the screen is rotated', async ({
  projectPage: page,
}) => {
  const overview = await openOverview(page)
  // Phones and wide screens have different list elements.
  for (const [width, selector] of [
    [390, '.comments-sheet'],
    [1440, '.comments-panel'],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    const below = page.locator(selector).getByRole('button').first()
    await expect(below).toBeAttached()
    const takesFocus = () =>
      below.evaluate((button: HTMLElement) => {
        button.focus()
        return document.activeElement === button
      })
    await expect.poll(takesFocus, `the list below at ${width}`).toBe(false)
  }
  await overview.getByRole('button', { name: 'Back to the design' }).click()
  await page.getByRole('button', { name: 'Search comments' }).click()
  await expect(page.getByRole('searchbox')).toBeFocused()
})

test('a design can be renamed, deleted and restored in the overview @axe', async ({
  ownerPage: page,
  project,
}) => {
  const { buffer } = await drawDesign({ width: 300, height: 200, marker: { x: 20, y: 20 } })
  await project.addDesign({ name: 'Poster', image: buffer })
  await openProject(page, project._id)
  const overview = await openOverview(page)
  const actionsOf = (title: string) => overview.getByRole('button', { name: `Actions for ${title}` })
  await actionsOf('Welcome e-mail').click()
  await page.keyboard.press('Escape')
  await expect(actionsOf('Welcome e-mail')).toBeFocused()
  await actionsOf('Welcome e-mail').click()
  await page.getByRole('menuitem', { name: 'Rename' }).click()
  const field = overview.getByRole('textbox', { name: 'Name of the design' })
  await field.fill(' ')
  await field.press('Enter')
  await expect(overview.getByText('Name is required.')).toBeVisible()
  await expectAccessible(page, 'a name that is missing')
  await field.fill('Newsletter')
  await field.press('Enter')
  await expect(overview.getByRole('button', { name: /^Newsletter/ })).toBeFocused()
  await actionsOf('Newsletter').click()
  await page.getByRole('menuitem', { name: 'Delete design' }).click()
  await expect(overview.getByRole('button', { name: /^Poster/ })).toBeFocused()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(overview.getByRole('button', { name: /^Newsletter/ })).toBeVisible()
})

test('files dropped on the overview open their dialog above the design', async ({
  ownerProjectPage: page,
}) => {
  const overview = await openOverview(page)
  await expect(overview.getByText('Drop more here')).toBeVisible()
  const { buffer } = await drawDesign({ width: 300, height: 200, marker: { x: 20, y: 20 } })
  await dropFiles(page, [{ name: 'Poster.png', mimeType: 'image/png', buffer }])
  await expect(overview).toHaveCount(0)
  await expect(page.getByRole('dialog', { name: 'Add 1 file' })).toContainText('Poster.png')
})

for (const colorScheme of ['light', 'dark'] as const) {
  test(`the strip of designs is accessible at every width, ${colorScheme} @axe`, async ({
    ownerPage: page,
    project,
  }) => {
    test.slow()
    await page.emulateMedia({ colorScheme })
    await openProject(page, project._id)
    for (const width of [1440, 1024, 768, 390, 360]) {
      await page.setViewportSize({ width, height: 900 })
      await expect(tile(page, 'Welcome e-mail')).toBeAttached()
      await expectGoodAtWidths(page, 'the strip', [width])
      await page.getByRole('button', { name: 'All designs' }).click()
      await expectGoodAtWidths(page, 'all designs', [width])
      await page.getByRole('button', { name: 'Back to the design' }).click()
    }
  })
}
