import { readStored, writeStored } from './storage'

const key = 'pinmark.expanded'

/** Whether the design fills the window, remembered by this browser. Imports no library: `first.ts` applies it before the
 *  first paint. */
export function readExpanded(): boolean {
  return readStored(key) !== null
}

export function setExpanded(is: boolean): void {
  writeStored(key, is ? '1' : null)
  applyExpanded()
}

/** Styles of the page and of its first paint follow from it. */
export function applyExpanded(): void {
  document.documentElement.toggleAttribute('data-expanded', readExpanded())
}
