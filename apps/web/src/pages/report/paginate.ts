import type { PlacedComment } from '@pinmark/shared/export-choice'
import { commentGapPx, pictureWidthPx } from './paper'

/** A part of a design that fits on a sheet, in pixels of its picture. */
export interface Slice {
  readonly top: number
  readonly bottom: number
}

/** Blocks `from` to `to` (exclusive) of a comment on one sheet. */
export interface Portion {
  readonly thread: number
  readonly from: number
  readonly to: number
}

export interface DesignSheet {
  readonly slice: Slice
  readonly portions: readonly Portion[]
}

/** Overlap of neighbouring parts of a design, on paper. */
const overlapPx = 40
/** Height of the note on a comment that continues from the previous sheet: its chip and a line. */
const continuedPx = 44

interface Size {
  readonly width: number
  readonly height: number
}

/** A design that would be cut is reduced instead, by at most this factor: a sheet with only its last strip
 *  shows no context. */
const leastFit = 0.8

/** The scale of a picture on paper; at most 1. */
export function paperScale({ width, height }: Size, sheetHeight: number): number {
  const scale = Math.min(1, pictureWidthPx / width)
  const whole = sheetHeight / height
  return whole >= scale * leastFit ? Math.min(scale, whole) : scale
}

/** Cuts a tall design into parts. Each starts a little above the end of the previous one, so that an element
 *  at a cut is complete on one of them. */
export function sliceDesign(size: Size, sheetHeight: number): Slice[] {
  const { height } = size
  const scale = paperScale(size, sheetHeight)
  const most = Math.ceil(sheetHeight / scale)
  const overlap = overlapPx / scale
  const slices: Slice[] = []
  for (let top = 0; ; top += most - overlap) {
    const bottom = Math.min(height, top + most)
    slices.push({ top, bottom })
    if (bottom === height) return slices
  }
}

/** The part of the design that lists a comment: the one with its spot. Where two parts overlap, the upper one
 *  counts down to the middle. Comments on the whole design are in the first part. */
export function sliceOf({ spot }: Pick<PlacedComment, 'spot'>, slices: readonly Slice[]): number {
  const { point } = spot
  if (!point) return 0
  const at = slices.findIndex(({ bottom }, index) => {
    const next = slices[index + 1]
    return !next || point.y < (next.top + bottom) / 2
  })
  return Math.max(0, at)
}

/** Lays out the comments of a design on sheets, beside the part of the design that they are about. A comment
 *  is not split if it fits on a sheet. A part whose comments need several sheets is repeated on each of them.
 *  @param heights of the blocks of each comment */
export function layOutDesign(
  slices: readonly Slice[],
  threads: readonly { readonly slice: number; readonly heights: readonly number[] }[],
  sheetHeight: number,
): DesignSheet[] {
  const sheets: DesignSheet[] = []
  for (const [at, slice] of slices.entries()) {
    let portions: Portion[] = []
    let used = 0
    const turn = () => {
      sheets.push({ slice, portions })
      portions = []
      used = 0
    }
    for (const [thread, { slice: own, heights }] of threads.entries()) {
      if (own !== at) continue
      const height = heights.reduce((sum, one) => sum + one, 0)
      const gap = () => (used === 0 ? 0 : commentGapPx)
      if (used > 0 && used + gap() + height > sheetHeight) turn()
      if (used + gap() + height <= sheetHeight) {
        used += gap() + height
        portions.push({ thread, from: 0, to: heights.length })
        continue
      }
      let from = 0
      for (const [block, one] of heights.entries()) {
        if (used > 0 && used + one > sheetHeight) {
          if (block > from) portions.push({ thread, from, to: block })
          turn()
          from = block
          used = continuedPx
        }
        used += one
      }
      portions.push({ thread, from, to: heights.length })
    }
    turn()
  }
  return sheets
}

/** Lays out rows of known heights on sheets. @returns for each sheet its rows `from` to `to` (exclusive) */
export function layOutRows(heights: readonly number[], sheetHeight: number): { from: number; to: number }[] {
  const sheets: { from: number; to: number }[] = []
  let [from, used] = [0, 0]
  for (const [at, height] of heights.entries()) {
    if (used > 0 && used + height > sheetHeight) {
      sheets.push({ from, to: at })
      from = at
      used = 0
    }
    used += height
  }
  return [...sheets, { from, to: heights.length }]
}

/** Pins whose tips are closer than this cover each other, in pixels of the paper. */
const nearPx = 12
/** Directions in which the pins of one spot lean: see `report.css`. */
const directions = 5

/** In which direction each pin leans, around its tip, so that all pins of one spot are seen. */
export function leansOf(tips: readonly { left: number; top: number }[]): number[] {
  return tips.map(({ left, top }, index) => {
    const before = tips.slice(0, index)
    return before.filter((tip) => Math.hypot(tip.left - left, tip.top - top) < nearPx).length % directions
  })
}
