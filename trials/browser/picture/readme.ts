import { readFile, stat } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { composer, design, frame, openProject, pin, submitComment } from '../support/project-page'
import { expect, test } from '../support/test'

// A reviewer leaves a comment, a new version arrives, and the comments are where their content is now.

const pictures = fileURLToPath(new URL('../../../docs/pictures/', import.meta.url))
const designs = new URL('../../../scripts/demo-designs/', import.meta.url)
const viewport = { width: 1_180, height: 738 }
const outputWidth = 960
const maxBytes = 1_500_000
/** Of the pointer between two places. */
const stepsOfMove = 6

interface Point {
  readonly x: number
  readonly y: number
}

test.use({ viewport, colorScheme: 'light', reducedMotion: 'reduce' })

test('the moving picture of the README, and its still', async ({ page, newProject }) => {
  const image = (name: string) => readFile(new URL(name, designs))
  const project = await newProject({ name: 'Norra Nights site', image: await image('landing-2.jpg') })
  await project.set({ permission: 'comment' })
  for (const comment of [
    { commenter: 'Ana Ruiz', x: 300, y: 1_790, text: '“2 beds” below a picture of one. Is that right?' },
    { commenter: 'Luis', x: 1_080, y: 1_120, text: 'Could the socket come before the lamp?' },
    { commenter: 'Priya', x: 560, y: 2_170, text: 'Would the stops be links?' },
  ]) {
    await project.addComment(comment)
  }
  await openProject(page, project._id)
  await pin(page, 3).waitFor()
  await frame(page).evaluate((element) => element.scrollTo(0, element.scrollHeight * 0.41))

  const film = record(page, { x: 240, y: 640 })
  await film.hold(1_000)
  const spot = await clientPoint(page, { x: 1_178, y: 1_640 })
  await film.movePointer(spot)
  await page.mouse.click(spot.x, spot.y)
  await composer(page).getByLabel('Your name').fill('Ines Duarte')
  await film.hold(400)
  for (const text of [
    'Three beds here,',
    'Three beds here, but the name',
    'Three beds here, but the name says six.',
  ]) {
    await composer(page).getByLabel('Your comment').fill(text)
    await film.hold(300)
  }
  await film.movePointer(await centreOf(page, 'Submit'))
  await submitComment(page)
  await pin(page, 4).waitFor()
  await film.hold(900)

  await project.addVersion({
    image: await image('landing-3.jpg'),
    note: 'Tonight’s beds in a band of their own',
  })
  const news = page.getByRole('region', { name: 'Notes' })
  await expect(news).toContainText('Version 2 is here.')
  await film.hold(1_300)
  await film.movePointer(await centreOf(page, 'Show'))
  await news.getByRole('button', { name: 'Show', exact: true }).click()
  await expect(design(page)).toHaveAttribute('alt', /version 2$/)
  await expect(frame(page).getByRole('button', { name: /^Comment \d/ })).toHaveCount(4)
  await film.hold(2_300)
  const placed = await pin(page, 4).boundingBox()
  if (!placed) throw new Error('Pin 4 is out of view.')
  await film.movePointer({ x: placed.x + placed.width / 2, y: placed.y + placed.height / 2 })
  await pin(page, 4).click()
  await film.hold(2_400)

  await film.write(`${pictures}review.webp`)
  expect((await stat(`${pictures}review.webp`)).size).toBeLessThan(maxBytes)
})

/** The place of a spot of the design in the window. */
async function clientPoint(page: Page, spot: Point): Promise<Point> {
  const box = await design(page).boundingBox()
  if (!box) throw new Error('The design is not shown.')
  const scale = box.width / 1_440
  return { x: box.x + spot.x * scale, y: box.y + spot.y * scale }
}

async function centreOf(page: Page, button: string): Promise<Point> {
  const box = await page.getByRole('button', { name: button, exact: true }).boundingBox()
  if (!box) throw new Error(`The button ${button} is not shown.`)
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

/** Collects pictures of the page with a pointer, which a screenshot does not show.
 *  @param start the first place of the pointer */
function record(page: Page, start: Point) {
  const frames: { image: Buffer; ms: number }[] = []
  let pointer = start
  const draw = async (shot: Buffer, ms: number) => {
    const image = await sharp(shot)
      .composite([{ input: arrow, left: Math.round(pointer.x), top: Math.round(pointer.y) }])
      .png()
      .toBuffer()
    frames.push({ image: await sharp(image).resize(outputWidth).png().toBuffer(), ms })
  }
  return {
    async hold(ms: number): Promise<void> {
      await page.evaluate(() => Promise.all(document.getAnimations().map(({ finished }) => finished)))
      await draw(await page.screenshot({ caret: 'initial' }), ms)
    },
    async movePointer(to: Point): Promise<void> {
      const [from, shot] = [pointer, await page.screenshot({ caret: 'initial' })]
      for (let step = 1; step <= stepsOfMove; step += 1) {
        const part = (1 - Math.cos((step / stepsOfMove) * Math.PI)) / 2
        pointer = { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part }
        await draw(shot, 50)
      }
      await page.mouse.move(to.x, to.y)
    },
    /** Writes the moving picture, and its last frame as a PNG beside it. */
    async write(path: string): Promise<void> {
      const delay = frames.map(({ ms }) => ms)
      await sharp(
        frames.map(({ image }) => image),
        { join: { animated: true } },
      )
        .webp({ delay, loop: 0, quality: 80, effort: 6, minSize: true })
        .toFile(path)
      await sharp(frames.at(-1)?.image).png({ palette: true }).toFile(path.replace('.webp', '.png'))
      console.log(`${delay.reduce((sum, ms) => sum + ms, 0)} ms, ${frames.length} frames`)
    },
  }
}

const arrow = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="22" height="30"><path d="M2 2v22l6-5 4 9 4-2-4-8h8z" fill="#111" stroke="#fff" stroke-width="2" stroke-linejoin="round"/></svg>',
)
