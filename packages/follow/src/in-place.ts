import type { Alignment } from './alignment'
import { blockPx, type Shift } from './block-correlation'
import type { Area, Change } from './change'
import { boundsOfCells, cellsNear, connectedComponents } from './connected-components'
import { blockOrigin, groupsByShift, isShift, type BlockOrigin, type MotionField } from './motion-field'
import type { Plane } from './plane'
import { clipped, differenceAt, rgbPlaneOf, type RgbPlane } from './rgb-plane'

/** Lists what differs between two pictures whose content stayed where it was, such as buttons of another colour. Blocks
 *  say whether there is a difference; pixels say how far it extends. */

/** Content has moved if this many blocks with one displacement look the same there. Fewer of them, and letters that
 *  are only alike, match by chance in rewritten text. */
const minMovedBlocks = 6
/** Largest mean difference of luminance of the same content, and smallest of other content, of 255. */
const [sameContent, otherContent] = [2, 8]
/** Maximum displacement of a block in place, in pixels of the planes. */
const samePx = 3
const cellPx = 8
/** Mean difference of a channel from which a cell differs, of 255. Compression stays below it. */
const differentFrom = 6
/** Maximum number of equal cells between two of the same area. Words of a line and lines of a paragraph are closer. */
const maxGap = 1
/** More areas than this are joined over larger gaps, because nobody reads as many. */
const maxAreas = 60
/** Largest range of luminance in an area without content, of 255. */
const plainRange = 12

/** Null if content moved, or if the pictures differ in their size. */
export function changesInPlace(alignment: Alignment, was: MotionField, is: MotionField): Change[] | null {
  const [before, after] = [alignment.before.picture, alignment.after.picture]
  const isSameSize = before.width === after.width && before.height === after.height
  if (alignment.scale !== 1 || !isSameSize || hasMoved(alignment, was)) return null
  const [from, to] = [rgbPlaneOf({ picture: before, zoom: 1 }), rgbPlaneOf({ picture: after, zoom: 1 })]
  const across = Math.ceil(before.width / cellPx)
  const down = Math.ceil(before.height / cellPx)
  const isDifferent = new Uint8Array(across * down)
  for (let at = 0; at < isDifferent.length; at += 1) {
    const cell = clipped(boundsOfCells([at], across, cellPx), from)
    isDifferent[at] = differenceAt(from, to, cell, { dx: 0, dy: 0 }) >= differentFrom ? 1 : 0
  }
  const isNew = newCells([was, is], alignment.before.zoom, across, down)

  for (let gap = maxGap; ; gap *= 2) {
    const areas = connectedComponents(isDifferent.slice(), (at) => cellsNear(at, { across, down, gap }))
      .filter((cells) => cells.some((at) => isNew[at] === 1))
      .map((cells) => clipped(boundsOfCells(cells, across, cellPx), from))
    if (areas.length > maxAreas && gap < Math.max(across, down)) continue
    return areas.map((area) => changeIn(area, from, to))
  }
}

function hasMoved({ before, after }: Alignment, was: MotionField): boolean {
  return groupsByShift(was).some(({ shift, squares }) => {
    if (Math.abs(shift.dx) <= samePx && Math.abs(shift.dy) <= samePx) return false
    const same = squares.filter((at) => {
      const own = was.shifts[at]
      const origin = blockOrigin(was, at)
      return (
        isShift(own) &&
        difference(before.luminance, after.luminance, origin, own) <= sameContent &&
        difference(before.luminance, after.luminance, origin, { dx: 0, dy: 0 }) >= otherContent
      )
    })
    return same.length >= minMovedBlocks
  })
}

/** Mean difference of a block from what is at a displacement. */
function difference(from: Plane, to: Plane, { x, y }: BlockOrigin, { dx, dy }: Shift): number {
  let sum = 0
  for (let row = y; row < y + blockPx; row += 1)
    for (let column = x; column < x + blockPx; column += 1)
      sum += Math.abs(
        (from.data[row * from.width + column] ?? 0) - (to.data[(row + dy) * to.width + column + dx] ?? 0),
      )
  return sum / blockPx ** 2
}

/** Cells in blocks without a match on either side, and around them: a block may lie on the edge of a difference. */
function newCells(fields: MotionField[], zoom: number, across: number, down: number): Uint8Array {
  const cells = new Uint8Array(across * down)
  for (const found of fields)
    for (const [at, shift] of found.shifts.entries()) {
      if (shift !== null) continue
      const { x, y } = blockOrigin(found, at)
      const first = (origin: number) => Math.max(0, Math.floor(origin / zoom / cellPx) - 1)
      const last = (origin: number, count: number) =>
        Math.min(count - 1, Math.ceil((origin + blockPx) / zoom / cellPx))
      for (let row = first(y); row <= last(y, down); row += 1)
        cells.fill(1, row * across + first(x), row * across + last(x, across) + 1)
    }
  return cells
}

/** Content that appears on a plain ground is new, and content that leaves one is gone. */
function changeIn(area: Area, before: RgbPlane, after: RgbPlane): Change {
  const [wasPlain, isPlain] = [isPlainIn(before, area), isPlainIn(after, area)]
  if (wasPlain && !isPlain) return { kind: 'added', before: null, after: area }
  if (isPlain && !wasPlain) return { kind: 'removed', before: area, after: null }
  return { kind: 'changed', before: area, after: area }
}

function isPlainIn({ width, data }: RgbPlane, { x, y, w, h }: Area): boolean {
  for (const channel of [0, 1, 2]) {
    let [least, most] = [255, 0]
    for (let row = y; row < y + h; row += 1)
      for (let column = x; column < x + w; column += 1) {
        const value = data[3 * (row * width + column) + channel] ?? 0
        least = Math.min(least, value)
        most = Math.max(most, value)
      }
    if (most - least > plainRange) return false
  }
  return true
}
