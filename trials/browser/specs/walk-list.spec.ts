import type { Page } from '@playwright/test'
import { drawDesign } from '@pinmark/testbed/test-image'
import { boxOf, commentRow, openProject, pin } from '../support/project-page'
import { expect, test } from '../support/test'

const image = async () => (await drawDesign({ width: 800, height: 1600, marker: { x: 40, y: 40 } })).buffer
const opened = (page: Page, number: number, place: string) =>
  expect(page.getByRole('dialog', { name: new RegExp(`^Comment ${number} by .*, ${place}$`) })).toBeVisible()

test('N, P and the arrows of a thread follow the list: its order, its filter, its search, with comments on the whole design @core', async ({
  page,
  project,
}) => {
  for (const [text, y] of [
    ['At the foot', 900],
    ['At the top', 100],
  ] as const)
    await project.addComment({ text, x: 200, y })
  await project.addComment({ text: 'About all of it', kind: 'design' })
  await project.addComment({ text: 'In the middle', x: 200, y: 500 })
  await openProject(page, project._id)
  await page.getByRole('button', { name: 'Sort and filter comments' }).click()
  await page.getByText('By place on the page').click()

  await page.keyboard.press('Escape')
  await commentRow(page, 'About all of it').getByRole('button').first().click()
  await opened(page, 3, '1 of 4')
  await page.keyboard.press('n')
  await opened(page, 2, '2 of 4')
  await page.getByRole('button', { name: 'Next comment' }).click()
  await opened(page, 4, '3 of 4')
  await page.keyboard.press('n')
  await opened(page, 1, '4 of 4')
  await page.keyboard.press('n')
  await opened(page, 3, '1 of 4')
  await page.keyboard.press('p')
  await opened(page, 1, '4 of 4')
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Search comments' }).click()
  await page.getByRole('searchbox').fill('at the')
  await commentRow(page, 'At the top').getByRole('button').first().click()
  await opened(page, 2, '1 of 2')
  await page.keyboard.press('n')
  await opened(page, 1, '2 of 2')
})

test('behind the last comment of a design comes the next design with comments', async ({ page, project }) => {
  await project.addComment({ text: 'Only one here' })
  await project.addDesign({ name: 'empty.png', image: await image() })
  await project.addDesign({ name: 'welcome.png', image: await image() })
  const { designs } = await project.read()
  const last = designs.at(-1)
  if (!last) throw new Error('The designs are missing.')
  for (const y of [200, 600]) await project.addComment({ text: `At ${y}`, design: last._id, x: 100, y })
  await openProject(page, project._id)

  await page.keyboard.press('n')
  await opened(page, 1, '1 of 1')
  const next = page.getByRole('dialog').getByRole('button', { name: /^Next design/ })
  await expect(next).toHaveText(`Next design:${last.title}, 2 open`)
  await next.click()
  await opened(page, 2, '1 of 2')
  await expect(next).toHaveCount(0)
  await page.keyboard.press('n')
  await opened(page, 3, '2 of 2')
  await expect(next).toContainText('1 open')
  await page.keyboard.press('n')
  await opened(page, 1, '1 of 1')
})

test('Resolve shows the next comment of the list, also one on the whole design', async ({
  ownerPage: page,
  project,
  request,
  account,
}) => {
  await project.addComment({ text: 'First', x: 200, y: 100 })
  await project.addComment({ text: 'About all of it', kind: 'design' })
  await project.addComment({ text: 'Third', x: 200, y: 500 })
  const headers = { Authorization: `Bearer ${account.token}` }
  await request.post(`/projects/${project._id}/visit`, { headers, data: { number: 3 } })
  await openProject(page, project._id)
  await page.keyboard.press('n')
  await opened(page, 1, '1 of 3')
  await page.keyboard.press('r')
  // The first Resolve asks.
  await expect(page.getByText('Show the next one each time?')).toBeVisible()
  await page.getByRole('button', { name: 'Yes' }).click()
  await opened(page, 2, '1 of 2')
  await page.keyboard.press('r')
  await opened(page, 3, '1 of 1')
})

test('ten comments are resolved by ten presses at one place of the pointer, and no pin is covered', async ({
  ownerPage: page,
  project,
  request,
  account,
}) => {
  const spots = [
    [200, 300],
    [700, 340],
    [620, 420],
    [1240, 300],
    [680, 520],
    [60, 1200],
    [1400, 900],
    [640, 860],
    [660, 610],
    [300, 100],
  ] as const
  for (const [index, [x, y]] of spots.entries())
    await project.addComment({ text: `Comment ${'with some words '.repeat(index * 5)}`, x, y })
  const headers = { Authorization: `Bearer ${account.token}` }
  await request.post(`/projects/${project._id}/visit`, { headers, data: { number: spots.length } })
  await page.addInitScript(() => localStorage.setItem('pinmark.goes-on', 'on'))
  await openProject(page, project._id)
  await pin(page, 1).click()
  const resolve = page.getByRole('dialog').getByRole('button', { name: 'Resolve' })
  const { x, y, width, height } = await boxOf(resolve)
  await page.mouse.move(x + width / 2, y + height / 2)
  for (let number = 1; number <= spots.length; number += 1) {
    await opened(page, number, `1 of ${spots.length + 1 - number}`)
    await expect(pin(page, number)).toBeInViewport()
    await expect.poll(() => isCovered(page, number)).toBe(false)
    await page.mouse.down()
    await page.mouse.up()
  }
  await expect(page.getByText('All 10 resolved')).toBeVisible()
})

/** Whether the popup covers the tip of a pin. */
async function isCovered(page: Page, number: number): Promise<boolean> {
  const [spot, popup] = [await boxOf(pin(page, number)), await boxOf(page.getByRole('dialog'))]
  const tip = { x: spot.x + spot.width / 2, y: spot.y + spot.height }
  const isInside = tip.x > popup.x && tip.x < popup.x + popup.width
  return isInside && tip.y > popup.y && tip.y < popup.y + popup.height
}
