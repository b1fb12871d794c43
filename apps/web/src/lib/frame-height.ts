import { readStored, writeStored } from './storage'

/** The height of the frame around the design, in CSS pixels, as this browser has chosen it. Imports no library: `first.ts`
 *  applies it before the first paint. */
const key = 'pinmark.frame-height'

/** @returns null until it was chosen; then the frame has the height of the specification */
export function readFrameHeight(): number | null {
  return Number(readStored(key)) || null
}

export function chooseFrameHeight(height: number): void {
  writeStored(key, String(height))
  applyFrameHeight()
}

/** Styles of the page and of its first paint depend on it. @param height while it is dragged, before it is stored */
export function applyFrameHeight(height = readFrameHeight()): void {
  document.documentElement.style.setProperty('--pm-frame-chosen', height ? `${height}px` : '')
}
