import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Page } from '@playwright/test'
import type axeCore from 'axe-core'

declare const axe: typeof axeCore

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Fails with a readable list when axe finds anything: WCAG 2.0 to 2.2, A and AA, and its best practices. */
export async function expectAccessible(page: Page, state: string): Promise<void> {
  // Evaluated by the debugger, so the page's own content security policy stays in force.
  await page.evaluate(axeSource)
  const results = await page.evaluate(() =>
    axe.run(document, {
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
    }),
  )
  expect(results.passes.length, `axe looked at something (${state})`).toBeGreaterThan(0)
  const findings = results.violations.map(
    (violation) =>
      `${violation.id}: ${violation.help} — ${violation.nodes.map((node) => node.html).join(' | ')}`,
  )
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
