import type { Page } from '@playwright/test'
import { expectGoodAtWidths, rightToLeft, widths } from '../support/accessibility'
import {
  boxOf,
  clickDesign,
  composer,
  design,
  leaveComment,
  openProject,
  pin,
  sheetHandle,
  submitComment,
  writeComment,
} from '../support/project-page'
import { expect, test } from '../support/test'
import type { TestProject } from '../support/test-project'

interface Room {
  page: Page
  project: TestProject
  isPhone: boolean
}

interface Scene {
  name: string
  show: (room: Room) => Promise<void>
}

const thread = (page: Page) => page.getByRole('dialog', { name: /^Comment \d+ by / })
/** Opens the list, which has another place at each width. */
async function openList({ page, isPhone }: Room) {
  if (isPhone && (await sheetHandle(page).getAttribute('aria-expanded')) === 'false')
    await sheetHandle(page).click()
}

async function closeAll({ page, isPhone }: Room) {
  await page.keyboard.press('Escape')
  if (isPhone && (await sheetHandle(page).getAttribute('aria-expanded')) === 'true')
    await sheetHandle(page).click()
}

async function chooseMore(page: Page, item: string) {
  await thread(page).getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

/** Scenes that run one after the other on one page, in the order of a visit. */
const readingScenes: Scene[] = [
  {
    name: 'a thread with replies',
    show: async ({ page }) => {
      await pin(page, 1).click()
      await expect(thread(page).getByText('An answer of the designer')).toBeVisible()
    },
  },
  {
    name: 'a reply that asks for the name',
    show: async ({ page }) => {
      await thread(page).getByRole('textbox', { name: 'Reply' }).fill('An answer')
      await thread(page).getByRole('button', { name: 'Reply' }).click()
      await expect(thread(page).getByText('Add your name')).toBeVisible()
    },
  },
  {
    name: 'a group and its list',
    show: async (room) => {
      await closeAll(room)
      await room.page.getByRole('button', { name: /^2 comments here/ }).click()
      await expect(room.page.getByRole('dialog', { name: '2 comments here' })).toBeVisible()
    },
  },
  {
    name: 'the list, filtered to nothing',
    show: async (room) => {
      await room.page.keyboard.press('Escape')
      await openList(room)
      await room.page.getByRole('button', { name: 'Sort and filter comments' }).click()
      await room.page.getByRole('menuitemcheckbox', { name: 'Me', exact: true }).click()
      await expect(room.page.getByText('No comment found')).toBeVisible()
    },
  },
  {
    name: 'the menu of the list',
    show: async ({ page }) => {
      await page.getByRole('button', { name: /Show everyone/ }).click()
      await page.getByRole('button', { name: 'Sort and filter comments' }).click()
      await expect(page.getByRole('menuitemcheckbox', { name: 'Newest first' })).toBeVisible()
    },
  },
  {
    name: 'a search without a result',
    show: async ({ page }) => {
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Search comments' }).click()
      await page.getByRole('searchbox').fill('nowhere to be found')
      await expect(page.getByText('No comment found')).toBeVisible()
    },
  },
  {
    name: 'a deleted comment with replies',
    show: async (room) => {
      await room.page.getByRole('button', { name: 'Search comments' }).click()
      await room.page
        .getByRole('listitem')
        .filter({ hasText: 'Comment deleted' })
        .getByRole('button')
        .first()
        .click()
      await expect(thread(room.page).getByText('Comment deleted').first()).toBeVisible()
    },
  },
  {
    name: 'the help with its keys',
    show: async (room) => {
      await closeAll(room)
      await room.page.getByRole('contentinfo').getByRole('button', { name: 'Keyboard help' }).click()
      await expect(room.page.getByRole('dialog', { name: 'Keyboard help' })).toBeVisible()
    },
  },
]

const writingScenes: Scene[] = [
  {
    name: 'the crosshair',
    show: async ({ page }) => {
      await page.keyboard.press('c')
      await expect(page.getByRole('application').getByRole('button')).toBeFocused()
      // It starts in the middle, and covers a pin there in a window of 768 px.
      for (let press = 1; press <= 6; press += 1) await page.keyboard.press('Shift+ArrowUp')
    },
  },
  {
    name: 'a popup that could not be sent',
    show: async ({ page }) => {
      await page.keyboard.press('Escape')
      await page.route('**/comment/add/**', (route) => route.fulfill({ status: 503, json: { error: 'x' } }))
      await writeComment(page, { x: 60, y: 140 }, { name: 'Ana', text: 'Not on its way' })
      await composer(page).getByRole('button', { name: 'Submit' }).click()
      await expect(composer(page).getByRole('alert')).toBeVisible({ timeout: 20_000 })
      await page.unroute('**/comment/add/**')
    },
  },
  {
    name: 'a comment of one’s own while it is edited',
    show: async (room) => {
      const { page } = room
      await composer(page).getByRole('button', { name: 'Retry' }).click()
      await expect(composer(page)).toBeHidden()
      await page
        .getByRole('button', { name: /^Comment \d+ by Ana/ })
        .first()
        .click()
      await chooseMore(page, 'Edit')
      await expect(page.getByRole('textbox', { name: 'Edit your comment' })).toBeFocused()
    },
  },
  {
    name: 'a region',
    show: async (room) => {
      await room.page.getByRole('button', { name: 'Cancel' }).click()
      await closeAll(room)
      const box = await boxOf(design(room.page))
      await room.page.keyboard.down('Shift')
      await room.page.mouse.move(box.x + 110, box.y + 240)
      await room.page.mouse.down()
      await room.page.mouse.move(box.x + 180, box.y + 290, { steps: 4 })
      await room.page.mouse.up()
      await room.page.keyboard.up('Shift')
      await composer(room.page).getByLabel('Your comment').fill('All of this')
      await submitComment(room.page)
      await room.page.getByRole('button', { name: /marks a region/ }).click()
      await expect(room.page.getByRole('button', { name: /^Size of the region/ })).toBeVisible()
    },
  },
  {
    name: 'a comment that waits for the network',
    show: async (room) => {
      await closeAll(room)
      await room.page.context().setOffline(true)
      await leaveComment(room.page, { x: 250, y: 60 }, { text: 'From the tunnel' })
      await openList(room)
      await expect(room.page.getByText('Waits for a connection').first()).toBeVisible()
    },
  },
  {
    name: 'view only',
    show: async (room) => {
      await room.page.context().setOffline(false)
      const sent = async () => (await room.project.read()).comments.map(({ text }) => text)
      await expect.poll(sent).toContain('From the tunnel')
      await closeAll(room)
      await room.project.set({ permission: 'view' })
      await room.page.reload()
      await expect(design(room.page)).toBeVisible()
      await pin(room.page, 1).click()
      await expect(room.page.getByRole('textbox', { name: /^Reply/ })).toHaveCount(0)
    },
  },
  {
    name: 'a link that was closed',
    show: async ({ page, project }) => {
      await project.set({ closed: true })
      await expect(page.getByText('This link was closed.')).toBeVisible({ timeout: 20_000 })
    },
  },
]

async function givenRoom(page: Page, project: TestProject, isPhone: boolean): Promise<Room> {
  const first = await project.addComment({ x: 700, y: 500, text: 'See https://example.org for more' })
  await project.addReply(first._id, 'An answer of the designer')
  for (const text of ['Above all', 'Beneath it']) await project.addComment({ x: 1200, y: 300, text })
  const gone = await project.addComment({ x: 300, y: 900 })
  await project.addReply(gone._id, 'What is left')
  await project.deleteComment(gone._id)
  await openProject(page, project._id)
  return { page, project, isPhone }
}

const allScenes = { reading: readingScenes, writing: writingScenes }

function testScenes(width: number, kinds: readonly (keyof typeof allScenes)[] = ['reading', 'writing']) {
  for (const kind of kinds) {
    const scenes = allScenes[kind]
    test(`every state of the project page while ${kind} is accessible, light and dark, at ${width} px @axe`, async ({
      page,
      project,
    }) => {
      test.slow()
      await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
      await page.setViewportSize({ width, height: 900 })
      const room = await givenRoom(page, project, width < 768)
      for (const { name, show } of scenes) {
        await test.step(name, async () => {
          await show(room)
          for (const colorScheme of ['light', 'dark'] as const) {
            await page.emulateMedia({ colorScheme })
            await expectGoodAtWidths(page, `${name}, ${colorScheme}`, [width])
          }
          await page.emulateMedia({ colorScheme: 'light' })
        })
      }
    })
  }
}

for (const width of widths) testScenes(width)

for (const { locale, width } of rightToLeft) {
  test.describe(`in ${locale}`, () => {
    test.use({ locale })
    testScenes(width, locale === 'ar' ? ['reading', 'writing'] : ['writing'])
  })
}

test('with the text spacing of WCAG 1.4.12 nothing in the popup covers anything else @core', async ({
  page,
  project,
}) => {
  await givenRoom(page, project, false)
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(
      '* { line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em !important }',
    )
    document.adoptedStyleSheets = [sheet]
  })
  await clickDesign(page, 60, 140)
  const inRow = [
    composer(page).getByRole('radio', { name: 'This spot' }),
    composer(page).getByRole('radio', { name: 'Whole design' }),
    composer(page).getByRole('button', { name: 'Submit' }),
  ]
  for (const button of inRow) {
    const cut = await button.evaluate((element) => element.scrollWidth - element.clientWidth)
    expect(cut, await button.innerText()).toBeLessThanOrEqual(0)
  }
})

test('in forced colours lines distinguish pins, their selection, the list and the popup', async ({
  page,
  project,
}) => {
  await page.emulateMedia({ forcedColors: 'active' })
  const resolved = await project.addComment({ x: 1000, y: 900 })
  await project.resolveComment(resolved._id)
  await givenRoom(page, project, false)
  /** Width of the border or outline around it. Pins are drawn by a pseudo-element before their numbers. */
  const lineOf = (selector: string, pseudo: '::before' | null = null) =>
    page
      .locator(selector)
      .first()
      .evaluate((element, part) => {
        const look = getComputedStyle(element, part)
        const width = (style: string, value: string) => (style === 'none' ? 0 : Number.parseFloat(value))
        return Math.max(
          width(look.borderTopStyle, look.borderTopWidth),
          width(look.outlineStyle, look.outlineWidth),
        )
      }, pseudo)
  expect(await lineOf('.canvas-pin', '::before'), 'a pin').toBeGreaterThanOrEqual(1)
  expect(await lineOf('.canvas-cluster', '::before'), 'a group').toBeGreaterThanOrEqual(1)
  expect(await lineOf('.segment[aria-checked=true]'), 'the chosen filter').toBeGreaterThanOrEqual(1)
  const plain = await lineOf('.canvas-pin', '::before')
  await pin(page, 2).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  expect(await lineOf('.canvas-pin[data-selected]', '::before'), 'the selected pin').toBeGreaterThan(plain)
  expect(await lineOf('[role=dialog]'), 'the popup').toBeGreaterThanOrEqual(1)
  expect(await lineOf('.comment-row[data-selected]'), 'the selected row').toBeGreaterThanOrEqual(1)
  const released = await lineOf('.viewer-bar .icon-button[aria-pressed]')
  await page.getByRole('button', { name: 'Mark a region' }).click()
  const pressed = await lineOf('.viewer-bar .icon-button[aria-pressed]')
  expect(pressed, 'a pressed toggle').toBeGreaterThan(released)
})

test('in forced colours a region and the crosshair keep a light and a dark line, on every colour of a design', async ({
  page,
  project,
}) => {
  await project.addComment({ kind: 'region', x: 300, y: 200, w: 200, h: 100 })
  await openProject(page, project._id)
  await page.emulateMedia({ forcedColors: 'active' })
  const region = page.locator('.canvas-region').first()
  const lines = await region.evaluate((element) => {
    const { borderTopColor, outlineColor } = getComputedStyle(element)
    return { borderTopColor, outlineColor }
  })
  expect(lines).toEqual({ borderTopColor: 'rgb(255, 255, 255)', outlineColor: 'rgb(22, 22, 21)' })
  await page.keyboard.press('c')
  const cross = page.getByRole('application').getByRole('button')
  await expect(cross).toBeFocused()
  const drawn = await cross.evaluate((element) => getComputedStyle(element, '::before').backgroundImage)
  for (const colour of ['rgb(255, 255, 255)', 'rgb(22, 22, 21)']) expect(drawn).toContain(colour)
})

test('with reduced motion nothing on the page moves automatically', async ({ page, project }) => {
  const runningIn = () =>
    page.evaluate(() =>
      document
        .getAnimations()
        .filter((animation) => Number(animation.effect?.getComputedTiming().activeDuration) > 1)
        .map(({ effect }) => (effect instanceof KeyframeEffect ? effect.target?.className : null)),
    )
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await givenRoom(page, project, false)
  await pin(page, 1).click()
  expect(await runningIn(), 'a popup that opens').toEqual([])
  await project.addComment({ x: 500, y: 200, text: 'Just arrived' })
  await expect(pin(page, 5)).toBeVisible()
  expect(await runningIn(), 'a pin that arrives').toEqual([])
  const scroller = page.getByRole('group', { name: 'Design, scrolls with the arrow keys' })
  expect(await scroller.evaluate((element) => getComputedStyle(element).scrollBehavior)).toBe('auto')

  // Control: the same check finds motion when it is allowed.
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await project.addComment({ x: 900, y: 200, text: 'Arrived in style' })
  await expect(pin(page, 6)).toBeVisible()
  expect((await runningIn()).length).toBeGreaterThan(0)
})
