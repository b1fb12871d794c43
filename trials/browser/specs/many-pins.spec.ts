import type { Page } from '@playwright/test'
import type { Comment } from '@pinmark/shared/entities/comment'
import { boxOf, design, frame, openProject, pin, pinTip } from '../support/project-page'
import { expect, test } from '../support/test'
import type { TestProject } from '../support/test-project'

const many = 1000

/** Leaves a thousand comments on a loose grid.
 *  @returns them in the order of their numbers */
async function givenManyComments(project: TestProject) {
  const comments: Comment[] = []
  for (let row = 0; row < many / 20; row += 1) {
    const places = Array.from({ length: 20 }, (_, column) => ({ x: 40 + column * 70, y: 60 + row * 62 }))
    comments.push(...(await Promise.all(places.map((place) => project.addComment(place)))))
  }
  return comments.toSorted((one, other) => one.number - other.number)
}

/** The numbers of all pins in the order of the arrow keys, including those in clusters, and how many of the buttons are
 *  drawn. */
async function pinsOn(page: Page, comments: readonly Comment[]) {
  const numbers = new Map(comments.map(({ _id, number }) => [_id, number]))
  const buttons = await frame(page).evaluate((scroller) =>
    [...scroller.querySelectorAll('[data-pin], [data-members]')].map((button) => ({
      keys: (button.getAttribute('data-pin') ?? button.getAttribute('data-members') ?? '').split(' '),
      isDrawn: button.textContent !== '',
    })),
  )
  return {
    all: buttons.flatMap(({ keys }) => keys.map((key) => numbers.get(key))),
    leads: buttons.map(({ keys: [lead = ''] }) => numbers.get(lead) ?? 0),
    drawn: buttons.filter(({ isDrawn }) => isDrawn).length,
  }
}

test('of a thousand pins few are drawn, all can be reached, and each is on its pixel', async ({
  page,
  project,
}) => {
  test.setTimeout(120_000)
  const comments = await givenManyComments(project)
  await openProject(page, project._id)
  await expect.poll(async () => (await pinsOn(page, comments)).all.length).toBe(many)
  const expectAllThere = async () => {
    const { all, leads, drawn } = await pinsOn(page, comments)
    expect(new Set(all).size).toBe(many)
    expect(leads).toEqual(leads.toSorted((one, other) => one - other))
    expect(drawn).toBeGreaterThan(0)
    expect(drawn).toBeLessThan(many / 2)
  }
  const expectOnPixel = async (number: number) => {
    await expect(pin(page, number)).toHaveText(String(number))
    const [tip, box] = [await pinTip(pin(page, number)), await boxOf(design(page))]
    const { x, y } = placeOf(comments[number - 1])
    expect(Math.abs(box.x + (x * box.width) / 1440 - tip.x)).toBeLessThanOrEqual(1)
    expect(Math.abs(box.y + (y * box.height) / 3200 - tip.y)).toBeLessThanOrEqual(1)
  }
  await expectAllThere()
  await expectOnPixel(22)

  await test.step('scrolled to the end', async () => {
    await frame(page).focus()
    await page.keyboard.press('End')
    await expectOnPixel(990)
    await expectAllThere()
  })

  await test.step('zoomed out, where they are clustered, and in again', async () => {
    const image = await boxOf(design(page))
    await page.mouse.move(image.x + 400, (await boxOf(frame(page))).y + 200)
    await page.keyboard.down('Control')
    for (let turn = 0; turn < 8; turn += 1) await page.mouse.wheel(0, 100)
    await expect(page.getByRole('button', { name: /^\d+ comments here/ }).first()).toBeAttached()
    await expectAllThere()
    for (let turn = 0; turn < 10; turn += 1) await page.mouse.wheel(0, -100)
    await page.keyboard.up('Control')
    await expect(page.getByRole('button', { name: /^\d+ comments here/ })).toHaveCount(0)
    await expectAllThere()
  })

  await test.step('an arrow key moves from each to the next, at any distance', async () => {
    await page.keyboard.press('0')
    await pin(page, 1).focus()
    await expect(pin(page, 1)).toBeInViewport()
    for (const next of [2, 3]) {
      await page.keyboard.press('ArrowRight')
      await expect(pin(page, next)).toBeFocused()
    }
    await pin(page, 700).focus()
    await page.keyboard.press('ArrowRight')
    await expect(pin(page, 701)).toBeFocused()
    await expect(pin(page, 701)).toBeInViewport()
    await expectOnPixel(701)
  })

  await test.step('a link to one pin', async () => {
    await page.goto(`/project/${project._id}?comment=${comments[776]?._id}`)
    await expect(pin(page, 777)).toHaveAttribute('aria-expanded', 'true')
    await expect(pin(page, 777)).toBeInViewport()
    await expectOnPixel(777)
    await expect(page.getByRole('dialog').getByText(comments[776]?.text ?? '')).toBeVisible()
    await page.keyboard.press('n')
    await expect(pin(page, 778)).toBeFocused()
    await expect(pin(page, 778)).toHaveAttribute('aria-expanded', 'true')
    await expectOnPixel(778)
    await expectAllThere()
  })
})

function placeOf(comment: Comment | undefined) {
  return { x: comment?.x ?? Number.NaN, y: comment?.y ?? Number.NaN }
}
