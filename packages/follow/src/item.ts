import type { Alignment, Side } from './alignment'
import type { Area } from './change'
import { blockPx, bothFlat, type Shift } from './block-correlation'
import { bestBlockCorrelation } from './support-windows'

/** How much of the item around a place matches elsewhere. An item is the row of a list or the cell of a grid. */
export interface SameItem {
  /** Blocks with content in the whole row; 0 if one of them does not match. */
  readonly row: number
  /** Blocks with content in the largest matching rectangle around the place. */
  readonly cell: number
}

/** A rectangle in blocks, relative to the block at the place. */
interface Cell {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

/** Maximum extent of a row to each side, of a cell to each side, and of a cell up and down, in blocks. */
const reach = { row: 48, cells: [2, 4, 7], cellDown: 4 } as const
/** Minimum correlation of matching blocks. A different digit is below it. */
const sameFrom = 0.8
/** A block with a thin slice of text may fail by chance, and is compared this much higher and lower, in pixels. */
const cutPx = 6
/** Minimum edge strength of a visible pixel. */
const visibleFrom = 12
/** A run of visible pixels of this length is a line between rows. A gap of this many blank pixel rows ends a row. */
const rowEnd = { linePx: 120, gapPx: 18 }
const rowWindow = { halfWidthPx: 480, upPx: 60 }
/** Regions overlap their neighbours by this much, in pixels. */
const marginPx = 8

/** Compares the item around a place with the content at `shift`.
 *  @param area in pixels of `from`
 *  @param rows see `rowsOfItem` */
export function sameItem(
  { quality, slack }: Alignment,
  from: Side,
  to: Side,
  area: Area,
  shift: Shift,
  rows: readonly number[],
): SameItem {
  const [across, down] = [squaresBeside(area.w), squaresBeside(area.h)]
  const left = Math.round(area.x + area.w / 2 - blockPx / 2)
  const top = Math.round(area.y + area.h / 2 - blockPx / 2)
  const known = new Map<number, number | null>()
  return {
    row: countRow(),
    // Computed on demand, because the row is often sufficient.
    get cell() {
      return Math.max(...reach.cells.map(countCell))
    },
  }

  function countRow(): number {
    let count = 0
    for (const y of rows)
      for (let column = -across - reach.row; column <= across + reach.row; column += 1) {
        const content = contentAt(left + column * blockPx, y)
        if (content === null) return 0
        count += content
      }
    return count
  }

  /** Grows a rectangle on each side while all of its blocks match, first along the row. */
  function countCell(width: number): number {
    let cell: Cell = { left: -across, right: across, top: -down, bottom: down }
    if (countWithin(cell) === null) return 0
    const grow = (side: keyof Cell, opposite: keyof Cell, step: number, most: number) => {
      for (let steps = 0; steps < most; steps += 1) {
        const wider = { ...cell, [side]: cell[side] + step }
        if (countWithin({ ...wider, [opposite]: wider[side] }) === null) return
        cell = wider
      }
    }
    grow('left', 'right', -1, width)
    grow('right', 'left', 1, width)
    grow('top', 'bottom', -1, reach.cellDown)
    grow('bottom', 'top', 1, reach.cellDown)
    return countWithin(cell) ?? 0
  }

  function countWithin(cell: Cell): number | null {
    let count = 0
    for (let row = cell.top; row <= cell.bottom; row += 1)
      for (let column = cell.left; column <= cell.right; column += 1) {
        const key = row * 1_000 + column
        let content = known.get(key)
        if (content === undefined) {
          content = contentAt(left + column * blockPx, top + row * blockPx)
          known.set(key, content)
        }
        if (content === null) return null
        count += content
      }
    return count
  }

  /** 1 for a matching block with content, 0 for a block without content, null for a mismatch. */
  function contentAt(x: number, y: number): number | null {
    const content = compare(x, y)
    if (content !== null) return content
    return compare(x, y - cutPx) !== null && compare(x, y + cutPx) !== null ? 1 : null
  }

  function compare(x: number, y: number): number | null {
    for (const by of [0, -1, 1]) {
      const similarity = bestBlockCorrelation(
        from.edges,
        to.edges,
        { x, y },
        { dx: shift.dx, dy: shift.dy + by },
        slack,
      )
      if (similarity === bothFlat) return 0
      if (similarity >= sameFrom * quality) return 1
    }
    return null
  }
}

/** Number of blocks of a region on each side of the middle one. */
function squaresBeside(px: number): number {
  return Math.max(0, Math.ceil((px / blockPx - 1) / 2))
}

/** The upper edges of the rows of blocks that cover the item around a place. Lines across the page and gaps end
 *  the item. */
export function rowsOfItem({ edges: { width, height, data } }: Side, area: Area): number[] {
  const middle = { x: area.x + area.w / 2, y: area.y + area.h / 2 }
  const first = Math.max(0, Math.round(middle.x - rowWindow.halfWidthPx))
  const end = Math.min(width, Math.round(middle.x + rowWindow.halfWidthPx))
  const half = Math.max(1, area.h / 2 - marginPx)
  let [top, bottom] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  scan(Math.round(middle.y - half), -1)
  scan(Math.round(middle.y + half), 1)
  if (top > bottom) return [Math.round(middle.y - blockPx / 2)]
  const tall = bottom - top + 1
  const count = Math.ceil(tall / blockPx)
  if (count === 1) return [Math.round((top + bottom - blockPx) / 2)]
  return Array.from({ length: count }, (_, at) => Math.round(top + (at * (tall - blockPx)) / (count - 1)))

  function scan(start: number, step: 1 | -1): void {
    let blank = 0
    for (let y = start; Math.abs(y - start) <= rowWindow.upPx && blank <= rowEnd.gapPx; y += step) {
      const run = longestRun(y)
      if (run >= rowEnd.linePx) return
      blank = run === 0 ? blank + 1 : 0
      if (run > 0) [top, bottom] = [Math.min(top, y), Math.max(bottom, y)]
    }
  }

  /** The longest run of visible pixels. Beyond the page counts as a line. */
  function longestRun(y: number): number {
    if (y < 0 || y >= height) return rowEnd.linePx
    let [longest, run] = [0, 0]
    for (let at = y * width + first; at < y * width + end; at += 1) {
      run = (data[at] ?? 0) >= visibleFrom ? run + 1 : 0
      longest = Math.max(longest, run)
    }
    return longest
  }
}
