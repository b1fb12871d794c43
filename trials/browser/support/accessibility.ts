import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import type axeCore from 'axe-core'
import { animationsEnd } from './animations'

const isOtherLanguage = process.env['E2E_LANGUAGE'] !== undefined
const allWidths = [360, 768, 1440]
/** Gets a picture of each state, to look at. */
const pictureFolder = process.env['E2E_PICTURES']
/** The widths of the axe sweep. */
export const widths = isOtherLanguage ? allWidths : [360, 1440]
/** Languages from right to left in which it runs too. With E2E_LANGUAGE, all of it runs in one of them. */
export const rightToLeft = isOtherLanguage
  ? []
  : [
      { locale: 'ar', width: 360 },
      { locale: 'en-XA', width: 1440 },
    ]

declare const axe: typeof axeCore

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Fails with a readable list when axe finds anything: WCAG 2.0 to 2.2, A and AA, and its best practices. With
 *  E2E_LANGUAGE it looks at all widths of the sweep, and for what is too wide. */
export async function expectAccessible(page: Page, state: string): Promise<void> {
  const size = page.viewportSize()
  if (!isOtherLanguage || !size) return expectNoFindings(page, state)
  await expectGoodAtWidths(page, state, [...new Set([...allWidths, size.width])])
  await page.setViewportSize(size)
}

const standards: axeCore.RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
}

/** Fails when the contrast of a text is below 7:1, or below 4.5:1 if it is large: WCAG 2, AAA. */
export function expectHighContrast(page: Page, state: string): Promise<void> {
  return expectNoFindings(page, state, { runOnly: { type: 'rule', values: ['color-contrast-enhanced'] } })
}

async function expectNoFindings(page: Page, state: string, options = standards): Promise<void> {
  // What fades in or out has too little contrast on its way.
  await animationsEnd(page)
  // Evaluated by the debugger, so the page's own content security policy stays in force. It stays until the page
  // loads another document.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource)
  // Only what is compared leaves the page: reading and sending every element that passed takes longer than the checks.
  const { passes, findings } = await page.evaluate(async (options) => {
    const results = await axe.run(document, {
      resultTypes: ['violations'],
      // What makes the pseudo-language longer stands between the words that a button shows and the rest of its name.
      rules: { 'label-content-name-mismatch': { enabled: document.documentElement.lang !== 'en-XA' } },
      ...options,
    })
    const findings = results.violations.map(
      ({ id, help, nodes }) => `${id}: ${help} — ${nodes.map(({ html }) => html).join(' | ')}`,
    )
    return { passes: results.passes.length, findings }
  }, options)
  expect(passes, `axe looked at something (${state})`).toBeGreaterThan(0)
  expect(findings, `accessibility of: ${state}`).toEqual([])
}

/** Fails when the page can be scrolled sideways. */
export async function expectNoSidewaysScroll(page: Page, state: string): Promise<void> {
  const overflow = await page.evaluate(() => {
    const root = document.documentElement
    return root.scrollWidth - root.clientWidth
  })
  expect(overflow, `sideways scroll of: ${state}`).toBeLessThanOrEqual(0)
}

/** Fails when the page has a finding or can be scrolled sideways at one of these widths. */
export async function expectGoodAtWidths(
  page: Page,
  state: string,
  widths: readonly number[],
): Promise<void> {
  for (const width of widths) {
    if (page.viewportSize()?.width !== width) await page.setViewportSize({ width, height: 900 })
    await expectNoFindings(page, `${state} at ${width}`)
    await expectNoSidewaysScroll(page, `${state} at ${width}`)
    if (pictureFolder) await page.screenshot({ path: join(pictureFolder, `${state} at ${width}.png`) })
  }
}
