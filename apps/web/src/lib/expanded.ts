import { readStored, writeStored } from './storage'

const key = 'pinmark.expanded'

/** Whether the design fills the window, stored in this browser. It imports no library, because `first.ts`
 *  applies it before the first paint. */
export function readExpanded(): boolean {
  return readStored(key) !== null
}

export function setExpanded(is: boolean): void {
  writeStored(key, is ? '1' : null)
  applyExpanded()
}

/** Styles of the page and of its first paint depend on it. */
export function applyExpanded(): void {
  document.documentElement.toggleAttribute('data-expanded', readExpanded())
}
