import type { Change } from '../src/change'
import { holdsChange, isListed, sidewaysMoves, trueChanges, type TrueChange } from './changes-truth'
import type { Picture } from '../src/picture'
import type { Edit, Rendered, TruthElement } from './render'
import { scaleOf } from './sample'

/** Edits that change all of a page, where every area is right. */
export const wholePageEdits = ['dark mode', 'laid out 1280 of 1440 wide']

/** Vertical moves below this are rounding, in pixels of the design. */
const movedFromPx = 4

/** What an edit made differ. */
export interface Truth {
  /** Has to be listed. If a part passed another, either may be listed: each is a choice. */
  choices: TrueChange[][]
  /** Listing it is right, but not required. */
  also: TrueChange[]
  /** Whether an area that only touches an element is enough, because only its corners differ. */
  isCornersOnly: boolean
}

/** @param pictures the decoded files of both */
export function trueDifferences(
  before: Rendered,
  after: Rendered,
  edit: Edit,
  pictures: { before: Picture; after: Picture },
): Truth {
  const scale = scaleOf(before, after)
  const marked = trueChanges(before, after).filter((change) => isSeen(change, pictures))
  const moves = visiblyMoved(before, after)
  const also = [...sidewaysMoves(before, after, scale), ...respaced(before, after, scale)]
  if (edit.name === 'list reversed') return { choices: [moves], also, isCornersOnly: false }
  if (edit.name === 'sections reordered') {
    const passed = moves.filter(({ before: was, after: is }) => was && is && is.y > was.y)
    return { choices: [marked, passed], also: [...also, ...moves], isCornersOnly: false }
  }
  const isCornersOnly = edit.name === 'shapes of cards and buttons'
  const shapes = before.elements.map(({ box }) => ({ before: box, after: box }))
  if (edit.name === 'brand colour') also.push(...shapes.filter((change) => isSeen(change, pictures)))
  return { choices: [marked], also: isCornersOnly ? shapes : also, isCornersOnly }
}

/** Whether a marked element looks different at all. A new accent colour, for example, does not reach the links of a
 *  dark footer. */
function isSeen({ before: was, after: is }: TrueChange, pictures: { before: Picture; after: Picture }) {
  if (!was || !is) return true
  const [w, h] = [Math.round(was.w), Math.round(was.h)]
  if (w !== Math.round(is.w) || h !== Math.round(is.h)) return true
  if (Math.round(was.x) !== Math.round(is.x)) return true
  for (let row = 0; row < h; row += 1)
    for (let column = 0; column < w; column += 1)
      for (let channel = 0; channel < 3; channel += 1) {
        const one = valueAt(pictures.before, was.x + column, was.y + row, channel)
        if (Math.abs(one - valueAt(pictures.after, is.x + column, is.y + row, channel)) > 8) return true
      }
  return false
}

function valueAt({ width, channels, data }: Picture, x: number, y: number, channel: number): number {
  const at = (Math.round(y) * width + Math.round(x)) * channels
  return data[at + Math.min(channel, channels - 1)] ?? 0
}

/** Elements that are elsewhere, unless another one with the same words took their place. */
function visiblyMoved(before: Rendered, after: Rendered): TrueChange[] {
  const now = new Map(after.elements.map((element) => [element.id, element]))
  const isLookalike = (was: TruthElement) => (is: TruthElement) =>
    is.text === was.text && isClose(is.box.x, was.box.x) && isClose(is.box.y, was.box.y)
  return before.elements.flatMap((element) => {
    const found = now.get(element.id)
    if (!found || element.id.endsWith(' box')) return []
    const hasMoved = !isClose(found.box.x, element.box.x) || !isClose(found.box.y, element.box.y)
    const isSeen = element.isPhoto || (element.text !== '' && !after.elements.some(isLookalike(element)))
    return hasMoved && isSeen ? [{ before: element.box, after: found.box }] : []
  })
}

/** Elements whose distance to what is above them, or beside them, is another one. */
function respaced(before: Rendered, after: Rendered, scale: number): TrueChange[] {
  const now = new Map(after.elements.map((element) => [element.id, element]))
  return before.elements.flatMap((element): TrueChange[] => {
    const found = now.get(element.id)
    if (!found) return []
    const shift = found.box.y - element.box.y * scale
    const neighbours = [above(element, before), beside(element, before)]
    const isApart = neighbours.some((other) => {
      const there = other && now.get(other.id)
      return other && (!there || Math.abs(there.box.y - other.box.y * scale - shift) > movedFromPx * scale)
    })
    return isApart ? [{ before: element.box, after: found.box }] : []
  })
}

/** The nearest element that ends above another one, in its columns. */
function above({ box, id }: TruthElement, { elements }: Rendered): TruthElement | undefined {
  let best: TruthElement | undefined
  for (const other of elements) {
    const isAbove = other.box.y + other.box.h <= box.y + 1 && other.id !== id
    const isInColumns = other.box.x < box.x + box.w && box.x < other.box.x + other.box.w
    if (!isAbove || !isInColumns) continue
    if (!best || other.box.y + other.box.h > best.box.y + best.box.h) best = other
  }
  return best
}

/** The nearest element to the left in the same rows. */
function beside({ box, id }: TruthElement, { elements }: Rendered): TruthElement | undefined {
  let best: TruthElement | undefined
  for (const other of elements) {
    const isBeside = other.box.x + other.box.w <= box.x + 1 && other.id !== id
    const isInRows = other.box.y < box.y + box.h && box.y < other.box.y + other.box.h
    if (!isBeside || !isInRows) continue
    if (!best || other.box.x + other.box.w > best.box.x + best.box.w) best = other
  }
  return best
}

const isClose = (a: number, b: number) => Math.abs(a - b) <= movedFromPx

/** The true differences that are not listed, out of those that have to be, and the listed areas that lie on none. */
export function judge(listed: Change[], { choices, also, isCornersOnly }: Truth) {
  const isFound = (change: TrueChange) =>
    isCornersOnly ? listed.some((area) => holdsChange(area, [change])) : isListed(change, listed)
  const judged = choices.map((real) => ({ real, missed: real.filter((change) => !isFound(change)) }))
  const share = ({ real, missed }: (typeof judged)[number]) => missed.length / Math.max(1, real.length)
  const [best] = judged.sort((a, b) => share(a) - share(b))
  const right = [...choices.flat(), ...also]
  const wrong = listed.filter((change) => !holdsChange(change, right))
  return { real: best?.real ?? [], missed: best?.missed ?? [], wrong }
}
