import type { Page } from '@playwright/test'
import { drawDesign } from '@pinmark/testbed/test-image'
import { expectGoodAtWidths } from '../support/accessibility'
import { unique } from '../support/api-client'
import { boxOf } from '../support/project-page'
import { expect, test } from '../support/test'

const sheets = (page: Page) => page.getByRole('region', { name: /^Page \d+ of \d+$/ })
const report = (page: Page) => page.getByRole('heading', { level: 1 }).filter({ hasText: /pages?$/ })

async function openReport(page: Page, projectId: string, query = '') {
  await page.goto(`/project/${projectId}/report${query}`)
  await expect(report(page)).toBeVisible()
}

/** Number and size in points of the pages that the browser prints. */
async function printedPages(page: Page) {
  const file = (await page.pdf({ preferCSSPageSize: true, printBackground: true })).toString('latin1')
  const boxes = [...file.matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)]
  const count = [...file.matchAll(/\/Type \/Page\b(?!s)/g)].length
  return {
    count,
    sizes: [
      ...new Set(
        boxes.map(([, width, height]) => `${Number(width).toFixed(0)} × ${Number(height).toFixed(0)}`),
      ),
    ],
  }
}

test('60 comments on three designs, one of 16,000 px, are all printed, on A4 and on Letter', async ({
  page,
  ownerPage,
  newProject,
}) => {
  test.slow()
  const project = await newProject({
    image: (await drawDesign({ width: 1440, height: 3200 })).buffer,
  })
  const tall = await project.addDesign({
    name: 'The whole journey, with a long name',
    image: (await drawDesign({ width: 1440, height: 16_000 })).buffer,
  })
  const quiet = await project.addDesign({
    name: 'Poster',
    image: (await drawDesign({ width: 600, height: 400, marker: { x: 40, y: 40 } })).buffer,
  })
  const numbers: number[] = []
  const add = async (comment: object) => {
    numbers.push((await project.addComment(comment)).number)
  }
  for (let at = 0; at < 40; at += 1) await add({ x: (at * 397) % 1440, y: at * 80 })
  for (let at = 0; at < 17; at += 1) await add({ x: 700, y: at * 990, design: tall._id })
  await add({ kind: 'region', x: 100, y: 100, w: 500, h: 300 })
  await add({ kind: 'design', commenter: 'W'.repeat(60) })
  await add({ text: 'A long thought about the booking bar. '.repeat(130), x: 5, y: 5 })
  // It goes on after the part of the design that the first page shows.
  await add({ kind: 'region', x: 100, y: 500, w: 900, h: 5_000, design: tall._id })
  await project.addVerdict({ verdict: 'changes', name: 'Tom Keller', note: 'The red' })
  await openReport(ownerPage, project._id)

  await expect(page.getByText('Tom Keller: The red').first()).toBeVisible()
  const row = page.getByRole('row').filter({ hasText: quiet.title })
  await expect(row).toContainText('–')
  for (const number of numbers) {
    await expect(page.getByRole('heading', { name: new RegExp(`^Comment ${number} by `) })).toHaveCount(1)
  }
  const counts: number[] = []
  for (const [paper, size] of [
    ['A4', '595 × 842'],
    ['Letter', '612 × 792'],
  ] as const) {
    await page.getByRole('radiogroup', { name: 'Paper' }).getByRole('radio', { name: paper }).click()
    await expect(page.getByRole('radio', { name: paper })).toBeChecked()
    const onScreen = await sheets(page).count()
    const printed = await printedPages(page)
    expect(printed).toEqual({ count: onScreen, sizes: [size] })
    const spills = await sheets(page).evaluateAll(
      (all) =>
        all.filter((sheet) => {
          const foot = sheet.querySelector('.report-foot')?.getBoundingClientRect().top ?? 0
          return [...sheet.querySelectorAll('.report-column, .report-picture, .report-cover')].some(
            (part) => part.getBoundingClientRect().bottom > foot,
          )
        }).length,
    )
    expect(spills, `sheets of ${paper} whose words run into the foot`).toBe(0)
    expect(await areasAtFeet(page), `areas of ${paper} that run into the foot`).toEqual([])
    counts.push(onScreen)
  }
  expect(counts[0]).toBeGreaterThan(10)
})

/** Names of the sheets that show an area of a design beside their foot. */
function areasAtFeet(page: Page) {
  return sheets(page).evaluateAll((all) =>
    all.flatMap((sheet) => {
      const foot = sheet.querySelector('.report-foot')
      const picture = sheet.querySelector('.report-picture')
      if (!foot || !picture) return []
      foot.scrollIntoView({ block: 'center' })
      const { top } = foot.getBoundingClientRect()
      const { left, width } = picture.getBoundingClientRect()
      const found = document.elementsFromPoint(left + width / 2, top + 4)
      return found.some(({ className }) => className === 'report-region') ? [sheet.ariaLabel] : []
    }),
  )
}

test('the first page shows a long name completely, and nothing on it overlaps its foot', async ({
  page,
  ownerPage,
  newProject,
}) => {
  const project = await newProject({ name: 'Relaunch of the library '.repeat(5).trim() })
  const notes = 'The red is too loud for a page that people read in the evening. '
  for (let at = 0; at < 45; at += 1) await project.addVerdict({ note: notes.repeat(at === 0 ? 7 : 1) })
  await openReport(ownerPage, project._id)

  const cover = sheets(page).first()
  for (const paper of ['A4', 'Letter']) {
    await page.getByRole('radio', { name: paper }).click()
    await expect(page.getByRole('radio', { name: paper })).toBeChecked()
    const { cut, spill, rest } = await cover.evaluate((sheet) => {
      const name = sheet.querySelector('.report-project')
      const foot = sheet.querySelector('.report-foot')?.getBoundingClientRect().top ?? 0
      const end = sheet.querySelector('.report-cover')?.getBoundingClientRect().bottom ?? 0
      return { cut: (name?.scrollWidth ?? 0) - (name?.clientWidth ?? 0), spill: end - foot, rest: foot - end }
    })
    expect(cut, `pixels of the name that ${paper} cuts`).toBe(0)
    expect(spill, `pixels by which the first page of ${paper} runs into its foot`).toBeLessThanOrEqual(0)
    expect(rest, `pixels that the first page of ${paper} leaves free`).toBeLessThan(140)
  }
})

test('shows the comments that the address selects, and no verdicts to a guest @core', async ({
  page,
  newProject,
}) => {
  const project = await newProject({
    image: (await drawDesign({ width: 600, height: 400, marker: { x: 40, y: 40 } })).buffer,
  })
  const [first, second] = [unique('Quiet'), unique('Loud')]
  await project.addComment({ text: first })
  await project.addComment({ text: second, commenter: 'Luis' })
  await project.addVerdict({ name: 'Tom Keller', note: 'The red' })

  await openReport(page, project._id, '?person=Luis&status=open&numbers=nonsense')
  await expect(sheets(page)).toHaveCount(1)
  await expect(sheets(page)).toContainText(second)
  await expect(sheets(page)).toContainText('1 of 2 comments')
  await expect(page.getByText(first)).toHaveCount(0)
  await expect(page.getByText('The red')).toHaveCount(0)

  await page.getByRole('link', { name: 'Back to the project' }).click()
  await expect(page).toHaveURL(new RegExp(`/project/${project._id}$`))
  await page.goto('/project/AAAAAAAAAAAAAAAAAAAAAA/report')
  await expect(page.getByRole('heading', { name: 'Project not found' })).toBeVisible()
})

test('two comments on one spot are both seen in the picture', async ({ page, project }) => {
  for (const x of [300, 304]) await project.addComment({ x, y: 300 })
  await openReport(page, project._id)
  const numbers = page.locator('.report-pin b')
  await expect(numbers).toHaveCount(2)
  const [one, other] = [await boxOf(numbers.first()), await boxOf(numbers.last())]
  // A pin is 22 px wide there.
  expect(Math.hypot(one.x - other.x, one.y - other.y)).toBeGreaterThan(15)
})

for (const colorScheme of ['light', 'dark'] as const) {
  test(`is accessible and as wide as the window, ${colorScheme} @axe`, async ({ page, project }) => {
    await project.addDesign({ name: 'Second', image: (await drawDesign()).buffer })
    await project.addComment()
    await page.emulateMedia({ colorScheme })
    await openReport(page, project._id)
    await expectGoodAtWidths(page, 'report', [1440, 1024, 768, 390, 360])
    expect(
      await sheets(page)
        .first()
        .evaluate((sheet) => getComputedStyle(sheet).backgroundColor),
    ).toBe('rgb(255, 255, 255)')
  })
}

test('a page and its report are printed with dark text on white, also in the dark theme', async ({
  page,
  project,
}) => {
  await page.addInitScript(() => localStorage.setItem('pinmark.theme', 'dark'))
  for (const path of [`/project/${project._id}`, `/project/${project._id}/report`]) {
    await page.emulateMedia({ media: 'screen', colorScheme: 'dark' })
    await page.goto(path)
    await expect(page.locator('html')).toHaveCSS('color-scheme', 'dark')
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    await expect(page.locator('html')).toHaveCSS('color-scheme', 'light')
    await expect(page.locator('body')).toHaveCSS('color', 'rgb(22, 22, 21)')
  }
})

test('the headings of a report are in order: its name, the designs, their comments, also in print', async ({
  page,
  project,
}) => {
  await project.addComment({ x: 300, y: 200 })
  await openReport(page, project._id)
  const levels = () =>
    page
      .getByRole('heading')
      .evaluateAll((all) => all.map(({ tagName, textContent }) => `${tagName} ${textContent}`))
  const [name, design, comment, ...others] = await levels()
  expect(name).toMatch(/^H1 Report/)
  expect(design).toBe(`H2 ${project.name}`)
  expect(comment).toMatch(/^H3 Comment 1 by/)
  expect(others).toEqual([])
  await page.emulateMedia({ media: 'print' })
  expect(await levels()).toEqual([name, design, comment])
})
