import { pageConstants } from '@pinmark/shared/limits'
import { readStored, writeStored } from './storage'

/** The height of the frame around the design, in CSS pixels, as this browser has chosen it. Imports no library: `first.ts`
 *  applies it before the first paint. */
const key = 'pinmark.frame-height'

const leastPx = 240

/** @returns null until it was chosen; then the frame has the height of the specification */
export function readFrameHeight(): number | null {
  const height = Number(readStored(key))
  return Number.isInteger(height) && height > 0 ? holdFrameHeight(height) : null
}

export function chooseFrameHeight(height: number): void {
  writeStored(key, String(holdFrameHeight(height)))
  applyFrameHeight()
}

/** Within its limits: a frame that is higher than the window would hide its own lower edge. */
export function holdFrameHeight(height: number): number {
  const { least, most } = frameLimits()
  return Math.round(Math.min(Math.max(height, least), most))
}

export function frameLimits(): { readonly least: number; readonly most: number } {
  return { least: leastPx, most: Math.max(window.innerHeight, pageConstants.frameHeightPx) }
}

/** Styles of the page and of its first paint depend on it. @param height while it is dragged, before it is stored */
export function applyFrameHeight(height: number | null = readFrameHeight()): void {
  const { style } = document.documentElement
  if (height === null) style.removeProperty('--pm-frame-chosen')
  else style.setProperty('--pm-frame-chosen', `${height}px`)
}
