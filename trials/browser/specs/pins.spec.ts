import {
  boxOf,
  composer,
  design,
  findMarker,
  frame,
  openProject,
  pin,
  pinTip,
  fillComposer,
  submitComment,
} from '../support/project-page'
import { expect, test } from '../support/test'

const spot = { x: 600, y: 400 }

test('a pin stays on its pixel through resize, panel and reload @core', async ({ page, project }) => {
  await project.addComment(spot)
  await openProject(page, project._id)
  const expectOnPixel = async (state: string) => {
    await page.getByRole('button', { name: 'Hide Comments' }).click()
    const marker = await findMarker(page)
    await page.getByRole('button', { name: 'Show Comments' }).click()
    const tip = await pinTip(pin(page, 1))
    expect(Math.abs(tip.x - marker.x), `x, ${state}`).toBeLessThanOrEqual(1)
    expect(Math.abs(tip.y - marker.y), `y, ${state}`).toBeLessThanOrEqual(1)
  }
  await expectOnPixel('at first')
  for (const width of [1440, 1024, 900, 768, 500, 360]) {
    await page.setViewportSize({ width, height: 900 })
    await expectOnPixel(`${width} px wide`)
  }
  await page.reload()
  await expectOnPixel('after a reload')
})

test('a click is stored as the image pixel under it', async ({ projectPage: page, project }) => {
  const marker = await findMarker(page)
  await page.mouse.click(marker.x, marker.y)
  await fillComposer(page, { name: 'Ana', text: 'Here' })
  await submitComment(page)
  const { x, y } = await project.readFirstComment()
  const scale = 1440 / (await boxOf(design(page))).width
  expect(Math.abs(x - spot.x)).toBeLessThanOrEqual(scale)
  expect(Math.abs(y - spot.y)).toBeLessThanOrEqual(scale)
})

test('a drag is not a click', async ({ projectPage: page }) => {
  const image = await boxOf(design(page))
  await page.mouse.move(image.x + 300, image.y + 300)
  await page.mouse.down()
  await page.mouse.move(image.x + 300, image.y + 220, { steps: 6 })
  await page.mouse.up()
  await expect(composer(page)).toHaveCount(0)
  await page.mouse.move(image.x + 300, image.y + 300)
  await page.mouse.down()
  await page.mouse.move(image.x + 302, image.y + 301)
  await page.mouse.up()
  await expect(composer(page)).toBeVisible()
})

test('a right click opens nothing', async ({ projectPage: page }) => {
  await design(page).click({ button: 'right', position: { x: 200, y: 200 } })
  await expect(composer(page)).toHaveCount(0)
})

test('selecting a row scrolls its pin into view, and both are highlighted', async ({ page, project }) => {
  await project.addComment({ x: 700, y: 3100, text: 'Far below' })
  await openProject(page, project._id)
  const area = await boxOf(frame(page))
  await page.getByRole('listitem').filter({ hasText: 'Far below' }).getByRole('button').first().click()
  await expect.poll(async () => (await pinTip(pin(page, 1))).y).toBeLessThan(area.y + area.height - 20)
  await expect.poll(async () => (await pinTip(pin(page, 1))).y).toBeGreaterThan(area.y + 20)
})

test('one click moves from a comment to its neighbour, even if both would be clustered', async ({
  page,
  project,
}) => {
  await project.addComment({ ...spot, text: 'First words' })
  await project.addComment({ ...spot, x: spot.x + 28, text: 'Second words' })
  await openProject(page, project._id)
  await page.getByRole('button', { name: /^2 comments here/ }).click()
  await page.getByRole('dialog', { name: '2 comments here' }).getByRole('button').first().click()
  const thread = page.getByRole('dialog', { name: /^Comment \d by / })
  await expect(thread.getByText('First words')).toBeVisible()
  // To the right of the first pin and above the thread's popup, which starts 11 px below the top of the pins.
  await pin(page, 2).click({ position: { x: 20, y: 6 } })
  await expect(thread.getByText('Second words')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: /^2 comments here/ })).toBeVisible()
})

test('the popup of a comment shows its whole number at every width', async ({ ownerPage: page, project }) => {
  for (let number = 1; number <= 12; number += 1) await project.addComment(spot)
  await openProject(page, project._id)
  await page.getByRole('button', { name: /^Comment 12 by Priya, new$/ }).click()
  const title = page.getByRole('heading', { name: /^Comment 12 by Priya/ })
  for (const width of [1440, 1024, 768]) {
    await page.setViewportSize({ width, height: 900 })
    const isWhole = () =>
      title.evaluate((heading) => {
        const words = document.createRange()
        words.setStart(heading.firstChild ?? heading, 0)
        words.setEndBefore(heading.lastElementChild ?? heading)
        return words.getBoundingClientRect().right <= heading.getBoundingClientRect().right
      })
    await expect.poll(isWhole, `${width} px wide`).toBe(true)
  }
})
