import { linkInPage } from '@pinmark/shared/paths'
import { readStored, writeStored } from './storage'

const key = 'pinmark.expanded'

/** Whether the design of this page's project fills the window. The browser stores it for the project that was expanded
 *  last: every other one opens with its head. It imports no library, because `first.ts` applies it before the first
 *  paint. */
export function readExpanded(): boolean {
  const stored = readStored(key)
  return stored !== null && stored === projectOfPage()
}

export function setExpanded(is: boolean): void {
  writeStored(key, is ? projectOfPage() : null)
  applyExpanded()
}

/** Styles of the page and of its first paint depend on it. */
export function applyExpanded(): void {
  document.documentElement.toggleAttribute('data-expanded', readExpanded())
}

function projectOfPage(): string | null {
  return linkInPage.exec(window.location.pathname)?.[1] ?? null
}
