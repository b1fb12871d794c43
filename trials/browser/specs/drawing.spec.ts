import type { ImagePoint } from '@pinmark/shared/coordinates'
import type { Comment } from '@pinmark/shared/entities/comment'
import { pointsOf } from '@pinmark/shared/strokes'
import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import {
  boxOf,
  clickDesign,
  commentRow,
  composer,
  design,
  fillComposer,
  frame,
  leaveComment,
  openProject,
  pin,
  submitComment,
} from '../support/project-page'
import { asksBeforeLeaving } from '../support/leaving'
import { expect, phone, test } from '../support/test'
import type { TestProject } from '../support/test-project'
import { touchScreen } from '../support/touch'

const ink = (page: Page): Locator => frame(page).locator('.ink:last-child')
const tool = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true })
const draft = (page: Page): Locator => page.getByRole('button', { name: /^Draft comment/ })

/** Waits until the tools are there, which may still be loading. */
const drawing = (page: Page) => expect(tool(page, 'Done')).toBeVisible()

/** Drags on the design, between points in CSS pixels from its upper left corner. */
async function drag(page: Page, ...points: ImagePoint[]) {
  const box = await boxOf(design(page))
  const [first, ...others] = points.map(({ x, y }) => ({ x: box.x + x, y: box.y + y }))
  if (!first) throw new Error('A drag needs a start.')
  await page.mouse.move(first.x, first.y)
  await page.mouse.down()
  for (const { x, y } of others) await page.mouse.move(x, y, { steps: 6 })
  await page.mouse.up()
}

/** The points of the strokes, in pixels of the image. */
const drawnPoints = (comment: Comment) => (comment.strokes ?? []).map((stroke) => pointsOf(stroke, comment))

async function expectNear(
  page: Page,
  stroke: readonly ImagePoint[] | undefined,
  shown: readonly ImagePoint[],
) {
  const scale = await design(page).evaluate((image) =>
    image instanceof HTMLImageElement
      ? image.clientWidth / Number(image.getAttribute('width') ?? image.naturalWidth)
      : 0,
  )
  const ends = [stroke?.at(0), stroke?.at(-1)]
  for (const [at, { x, y }] of shown.entries())
    expect(Math.hypot((ends[at]?.x ?? 0) * scale - x, (ends[at]?.y ?? 0) * scale - y)).toBeLessThan(2)
}

async function sendDrawing(page: Page) {
  await tool(page, 'Done').click()
  await fillComposer(page, { name: 'Priya', text: 'From here to there' })
  await submitComment(page)
}

test('a guest draws an arrow and a line by mouse, takes the line back, and sends the arrow @core', async ({
  projectPage: page,
  project,
}) => {
  const [tail, head] = [
    { x: 120, y: 90 },
    { x: 220, y: 150 },
  ] as const
  await tool(page, 'Mark a region').click()
  await tool(page, 'Arrow').click()
  await drawing(page)
  await drag(page, tail, head)
  await expect(ink(page)).toHaveCount(1)
  await expect(composer(page)).toBeHidden()
  await tool(page, 'Pen').click()
  await drag(page, { x: 300, y: 100 }, { x: 340, y: 140 }, { x: 300, y: 180 })
  const before = await ink(page).getAttribute('d')
  await tool(page, 'Undo the last stroke').click()
  await expect(ink(page)).not.toHaveAttribute('d', before ?? '')
  await sendDrawing(page)

  await expect(pin(page, 1)).toBeVisible()
  await expect(ink(page)).toHaveCount(1)
  const comment = await project.readFirstComment()
  expect(comment.kind).toBe('region')
  const strokes = drawnPoints(comment)
  expect(strokes.map(({ length }) => length)).toEqual([2])
  await expectNear(page, strokes[0], [tail, head])
})

test('a drawing is kept by its draft over a reload, and is sent later', async ({
  projectPage: page,
  project,
}) => {
  await clickDesign(page, 150, 100)
  await composer(page).getByRole('button', { name: 'Draw on the design' }).click()
  await tool(page, 'Pen').click()
  const turn = [
    { x: 100, y: 100 },
    { x: 180, y: 100 },
    { x: 180, y: 160 },
  ]
  await drag(page, ...turn)
  await page.reload()
  await expect(ink(page)).toHaveCount(1)
  await draft(page).click()
  await fillComposer(page, { name: 'Priya', text: 'This corner' })
  await submitComment(page)
  const [stroke] = drawnPoints(await project.readFirstComment())
  expect(stroke).toHaveLength(3)
  await expectNear(
    page,
    stroke,
    [turn[0], turn[2]].flatMap((point) => point ?? []),
  )
})

test('a guest draws on their own comment, and takes strokes away', async ({ projectPage: page, project }) => {
  await clickDesign(page, 150, 100)
  await fillComposer(page, { name: 'Priya', text: 'Here' })
  await submitComment(page)
  const begin = async () => {
    await pin(page, 1).click()
    await page
      .getByRole('dialog', { name: /^Comment 1/ })
      .getByRole('button', { name: 'More', exact: true })
      .click()
    await page.getByRole('menuitem', { name: 'Draw on the design' }).click()
    await drawing(page)
  }
  await begin()
  await drag(page, { x: 200, y: 60 }, { x: 160, y: 95 })
  await tool(page, 'Done').click()
  await expect(pin(page, 1)).toBeFocused()
  await expect.poll(async () => (await project.readFirstComment()).strokes?.length).toBe(1)
  expect((await project.readFirstComment()).kind).toBe('pin')

  await begin()
  await tool(page, 'Undo the last stroke').click()
  await page.keyboard.press('Escape')
  await expect.poll(async () => (await project.readFirstComment()).strokes).toBeUndefined()
  await expect(ink(page)).toHaveCount(0)
})

test('a stroke on a sent comment is stored when another comment is opened, and the page asks before it is left', async ({
  projectPage: page,
  project,
}) => {
  await leaveComment(page, { x: 150, y: 100 }, { name: 'Priya', text: 'Here' })
  await leaveComment(page, { x: 400, y: 100 }, { text: 'There' })
  await pin(page, 1).click()
  const comment = page.getByRole('dialog', { name: /^Comment 1/ })
  await comment.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Draw on the design' }).click()
  await drawing(page)
  await drag(page, { x: 200, y: 60 }, { x: 160, y: 95 })
  await expect(ink(page)).toHaveCount(1)
  expect(await asksBeforeLeaving(page)).toBe(true)

  // Escape takes back a line that is not finished, and ends no drawing.
  const box = await boxOf(design(page))
  await page.mouse.move(box.x + 100, box.y + 150)
  await page.mouse.down()
  await page.mouse.move(box.x + 160, box.y + 190, { steps: 4 })
  await expect(ink(page)).toHaveCount(2)
  await page.keyboard.press('Escape')
  await expect(ink(page)).toHaveCount(1)
  await page.mouse.up()
  await expect(tool(page, 'Done')).toBeVisible()

  await commentRow(page, 'There').click()
  await expect(tool(page, 'Done')).toBeHidden()
  await expect.poll(async () => (await project.readFirstComment()).strokes?.length).toBe(1)
})

test('the crosshair sets the tail and the head of an arrow @core', async ({ projectPage: page, project }) => {
  await tool(page, 'Mark a region').press('Enter')
  await tool(page, 'Arrow').press('Enter')
  await expect(page.getByRole('button', { name: /^Start of the line/ })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: /^End of the line/ })).toBeFocused()
  for (let step = 0; step < 6; step += 1) await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await expect(ink(page)).toHaveCount(1)
  await page.keyboard.press('Escape')
  await fillComposer(page, { name: 'Priya', text: 'To the right' })
  await submitComment(page)
  const [[tail, head] = []] = drawnPoints(await project.readFirstComment())
  expect(head?.y).toBe(tail?.y)
  expect((head?.x ?? 0) - (tail?.x ?? 0)).toBeGreaterThan(50)
})

test.describe('on a tablet', () => {
  test.use({ hasTouch: true })

  test('while a stylus draws, the hand that holds it neither draws nor zooms', async ({
    projectPage: page,
    project,
  }) => {
    await tool(page, 'Mark a region').click()
    await tool(page, 'Pen').click()
    await drawing(page)
    const box = await boxOf(design(page))
    const session = await page.context().newCDPSession(page)
    const stylus = (type: 'mousePressed' | 'mouseMoved' | 'mouseReleased', x: number, y: number) =>
      session.send('Input.dispatchMouseEvent', {
        ...{ type, x: box.x + x, y: box.y + y, pointerType: 'pen' as const },
        ...{ button: 'left' as const, buttons: type === 'mouseReleased' ? 0 : 1, clickCount: 1 },
      })
    const hand = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...points: ImagePoint[]) =>
      session.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: points.map(({ x, y }, id) => ({ x: box.x + x, y: box.y + y, id })),
      })

    await stylus('mousePressed', 60, 220)
    await stylus('mouseMoved', 90, 180)
    await hand('touchStart', { x: 300, y: 250 })
    await hand('touchStart', { x: 300, y: 250 }, { x: 340, y: 260 })
    await stylus('mouseMoved', 150, 100)
    await hand('touchMove', { x: 260, y: 200 }, { x: 380, y: 280 })
    await hand('touchEnd')
    await stylus('mouseMoved', 200, 60)
    await stylus('mouseReleased', 200, 60)
    await hand('touchStart', { x: 300, y: 250 })
    await hand('touchMove', { x: 250, y: 200 })
    await hand('touchEnd')

    expect(await boxOf(design(page))).toEqual(box)
    await sendDrawing(page)
    const strokes = drawnPoints(await project.readFirstComment())
    expect(strokes).toHaveLength(1)
    await expectNear(page, strokes[0], [
      { x: 60, y: 220 },
      { x: 200, y: 60 },
    ])
  })
})

test.describe('on a phone', () => {
  test.use(phone)

  test('a finger draws, and nothing scrolls meanwhile @core', async ({ projectPage: page, project }) => {
    await page.getByRole('button', { name: 'More actions' }).first().click()
    await page.getByRole('menuitemcheckbox', { name: 'Mark a region' }).click()
    await tool(page, 'Pen').click()
    await drawing(page)
    const box = await boxOf(design(page))
    const touch = await touchScreen(page)
    const scrolled = () =>
      frame(page).evaluate((element) => [element.scrollTop, element.scrollLeft, window.scrollY])
    const before = await scrolled()
    await touch.drag([{ x: box.x + 60, y: box.y + 220 }], [{ x: box.x + 200, y: box.y + 60 }])
    await expect(ink(page)).toHaveCount(1)
    expect(await scrolled()).toEqual(before)
    await sendDrawing(page)
    const [stroke] = drawnPoints(await project.readFirstComment())
    expect(stroke?.length).toBeGreaterThanOrEqual(3)
    await expectNear(page, stroke, [
      { x: 60, y: 220 },
      { x: 200, y: 60 },
    ])
  })
})

/** A design with two squares, `top` pixels further down. */
async function designWith(top: number): Promise<Buffer> {
  const tile = (width: number, height: number, background: string) => ({
    create: { width, height, channels: 3 as const, background },
  })
  return sharp(tile(800, 600, '#eeeeee'))
    .composite([
      { input: tile(80, 60, '#cc3300'), left: 200, top: 100 + top },
      { input: tile(30, 70, '#0044cc'), left: 300, top: 110 + top },
    ])
    .png()
    .toBuffer()
}

async function inkAt(project: TestProject, read: (path: string) => Promise<Buffer>, { x, y }: ImagePoint) {
  const picture = await read(`/projects/${project._id}/export?format=png`)
  // The design is 24 px from the left edge of the picture, and 36 px from the upper one.
  const part = { left: Math.round(x) + 24 - 3, top: Math.round(y) + 36 - 3, width: 7, height: 7 }
  const { data } = await sharp(picture)
    .extract(part)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const pixels = Array.from({ length: data.length / 3 }, (_, at) => [...data.subarray(at * 3, at * 3 + 3)])
  return pixels.some(([red = 0, green = 0, blue = 0]) => red > 240 && green > 90 && green < 125 && blue < 50)
}

test('strokes follow their place on a new version, and the picture with pins contains them', async ({
  page,
  newProject,
  request,
}) => {
  const project = await newProject({ image: await designWith(0) })
  const spot = { kind: 'region' as const, x: 195, y: 95, w: 140, h: 90 }
  await project.addComment({ ...spot, strokes: [[0, 0, 140, 90]] })
  await project.addVersion({ image: await designWith(120) })
  await expect
    .poll(async () => (await project.readFirstComment()).places?.[0]?.state, { timeout: 20_000 })
    .toBe('followed')

  await openProject(page, project._id)
  const path = (await ink(page).getAttribute('d')) ?? ''
  const [x = 0, y = 0, farX = 0, farY = 0] = (path.match(/[\d.]+/g) ?? []).map(Number)
  const apart = [x - 195, y - 215, farX - 335, farY - 305].map(Math.abs)
  expect(Math.max(...apart)).toBeLessThanOrEqual(4)
  const read = async (address: string) => (await request.get(address)).body()
  expect(await inkAt(project, read, { x: (x + farX) / 2, y: (y + farY) / 2 })).toBe(true)
  expect(await inkAt(project, read, { x: 265, y: 140 })).toBe(false)
})
