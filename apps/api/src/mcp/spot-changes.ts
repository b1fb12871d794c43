import { unionOf } from '@pinmark/follow/change'
import type { ImageRegion } from '@pinmark/shared/coordinates'
import { eventLoopSlots } from '../base/fair-slots'
import { yieldToEventLoop } from '../base/pace'
import { linesAt } from '@pinmark/shared/design-text'
import type { Comment } from '@pinmark/shared/entities/comment'
import type { ChangeOfDesign } from '@pinmark/shared/entities/comparison'
import type { DesignLine } from '@pinmark/shared/entities/design-lines'
import type { Design, Version } from '@pinmark/shared/entities/project'
import { ownSpot, showsOnNewest, spotOn, type Spot } from '@pinmark/shared/spot-on'

/** How far the spot of a pin extends where the design has no text, in image pixels. */
const aroundPx = 24
/** A listed area is on a spot if they share this much of the smaller one: areas are larger than what they mark. */
const sharedFrom = 0.5

/** Largest difference of two sizes of the same text, in image pixels. */
const roundedPx = 2

/** Smallest difference of a space that someone sees, in image pixels. */
const spacePx = 8

interface Side {
  version: Version
  lines: readonly DesignLine[]
}

interface Differences {
  before: Side
  /** The newest version. */
  after: Side
  changes: readonly ChangeOfDesign[]
}

/** Numbers of comments. */
export interface SpotChanges {
  changed: number[]
  same: number[]
  /** Their places on the newest version are not known yet. */
  waiting: number[]
}

/** Comments between two turns of the event loop: each is compared with thousands of lines. */
const commentsInTurn = 4
/** Calls that compare at a time. */
export const comparingSlots = eventLoopSlots(1)

/** Sorts the comments of an older version by whether the newest version looks different at their spots. Comments on the
 *  whole design, and those that were resolved on an older version, are left out. */
export async function sortBySpot(
  comments: readonly Comment[],
  { versions }: Design,
  differences: Differences,
): Promise<SpotChanges> {
  const { before, after } = differences
  const sorted: SpotChanges = { changed: [], same: [], waiting: [] }
  for (const [at, comment] of comments.entries()) {
    if (at % commentsInTurn === commentsInTurn - 1) await yieldToEventLoop()
    if (comment.version !== before.version._id || comment.deletedAt !== null) continue
    if (!showsOnNewest(comment, after.version)) continue
    const [was, is] = [ownSpot(comment), spotOn(comment, after.version, versions)]
    if (!was.point || !is.point) continue
    const group =
      is.carried?.state === 'pending' ? 'waiting' : isChanged(was, is, differences) ? 'changed' : 'same'
    sorted[group].push(comment.number)
  }
  return sorted
}

function isChanged(was: Spot, is: Spot, { before, after, changes }: Differences): boolean {
  if (is.carried?.state === 'gone') return true
  const [from, to] = [elementAt(was, before.lines), elementAt(is, after.lines)]
  if (from && changes.some((change) => change.before && isOn(change.before, from.area))) return true
  // A guess may be on other content.
  if (!from || !to || is.carried?.state === 'check') return false
  const scale = after.version.image.width / before.version.image.width
  return (
    to.words !== from.words ||
    (scale === 1 &&
      (isResized(from.area, to.area) || hasOtherSurroundings(from.area, to.area, { before, after }))) ||
    changes.some((change) => change.after && isOn(change.after, to.area))
  )
}

/** Letters and lines that stand wider apart are no other content, so Compare does not list all of them. */
function isResized(was: ImageRegion, is: ImageRegion): boolean {
  return Math.abs(was.w - is.w) > roundedPx || Math.abs(was.h - is.h) > roundedPx
}

/** Whether the space above an element differs, or whether a new line is right below it. What only moved is not listed by
 *  Compare, and neither is the space that it leaves. */
function hasOtherSurroundings(
  from: ImageRegion,
  to: ImageRegion,
  { before, after }: Pick<Differences, 'before' | 'after'>,
): boolean {
  const [wasBelow, below] = [nextLine(before.lines, from, 'below'), nextLine(after.lines, to, 'below')]
  const isIn = (lines: readonly DesignLine[], line: DesignLine) =>
    lines.some(({ text }) => text === line.text)
  // Otherwise the words of the line below were changed, and nothing was added.
  const isAdded = below && !isIn(before.lines, below.line) && (!wasBelow || isIn(after.lines, wasBelow.line))
  if (isAdded && below.gap < aroundPx) return true
  const [was, is] = [nextLine(before.lines, from, 'above'), nextLine(after.lines, to, 'above')]
  // Of two items that changed places, Compare lists one as moved.
  const placeOf = (line: DesignLine) => {
    const [found, ...others] = after.lines.filter(({ text }) => text === line.text)
    const isRepeated = others.length > 0 || before.lines.filter(({ text }) => text === line.text).length > 1
    return found && !isRepeated ? areaOf(found) : null
  }
  const [above, beneath] = [was && placeOf(was.line), wasBelow && placeOf(wasBelow.line)]
  if ((above && above.y >= to.y + to.h) || (beneath && beneath.y + beneath.h <= to.y)) return true
  // If the line above has changed too, the space may be its own.
  if (!was || !is || was.line.text !== is.line.text) return false
  const isAsBefore = !isResized(areaOf(was.line), areaOf(is.line))
  return isAsBefore && Math.abs(was.gap - is.gap) > spacePx
}

/** The line that is next to an area in its column, and its distance. */
function nextLine(lines: readonly DesignLine[], area: ImageRegion, where: 'above' | 'below') {
  let next: { line: DesignLine; gap: number } | null = null
  for (const line of lines) {
    const [x = 0, y = 0, w = 0, h = 0] = line.box
    const gap = where === 'above' ? area.y - y - h : y - area.y - area.h
    const isInColumn = x < area.x + area.w && x + w > area.x
    if (isInColumn && gap > -roundedPx && gap < (next?.gap ?? Infinity)) next = { line, gap }
  }
  return next
}

/** The area that a spot stands for, and its words: its region, or else the element whose text is closest. */
function elementAt({ point, region }: Spot, lines: readonly DesignLine[]) {
  if (!point) return null
  const found = linesAt(lines, { ...point, ...(region ?? { w: 0, h: 0 }) })
  const whole = new Set(region ? found : found.flatMap((line) => wholeLine(line, lines)))
  const selectors = new Set([...whole].flatMap(({ selector }) => selector ?? []))
  const element = lines.filter(
    (line) => whole.has(line) || (line.selector !== undefined && selectors.has(line.selector)),
  )
  const area = region
    ? { ...point, ...region }
    : element.length > 0
      ? unionOf(element.map(areaOf))
      : { x: point.x - aroundPx, y: point.y - aroundPx, w: 2 * aroundPx, h: 2 * aroundPx }
  return { area, words: element.map(({ text }) => text).join(' ') }
}

/** A line with those that continue it, as the words after bold ones do. */
function wholeLine(line: DesignLine, lines: readonly DesignLine[]): DesignLine[] {
  const { y, h } = areaOf(line)
  const inRow = lines.filter((other) => {
    const area = areaOf(other)
    return Math.min(y + h, area.y + area.h) - Math.max(y, area.y) > Math.min(h, area.h) / 2
  })
  const whole = new Set([line])
  // The loop reaches what it adds.
  for (const one of whole) for (const other of inRow) if (gapBetween(one, other) < h / 2) whole.add(other)
  return [...whole]
}

/** Distance along a row, below 0 for lines that overlap. */
function gapBetween(one: DesignLine, other: DesignLine): number {
  const [first, second] = [areaOf(one), areaOf(other)]
  return Math.max(first.x, second.x) - Math.min(first.x + first.w, second.x + second.w)
}

function areaOf({ box: [x = 0, y = 0, w = 0, h = 0] }: DesignLine): ImageRegion {
  return { x, y, w, h }
}

function isOn(one: ImageRegion, other: ImageRegion): boolean {
  const across = Math.min(one.x + one.w, other.x + other.w) - Math.max(one.x, other.x)
  const down = Math.min(one.y + one.h, other.y + other.h) - Math.max(one.y, other.y)
  const smaller = Math.min(one.w * one.h, other.w * other.h)
  return across > 0 && down > 0 && across * down >= sharedFrom * smaller
}
