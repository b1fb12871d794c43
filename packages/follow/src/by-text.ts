import { unionOf, type Area } from './change'
import { toHundredths, type FollowedPlace, type Place } from './place'

/** A line of text in a picture, in the order in which it is read. */
export interface Line {
  readonly text: string
  /** Left, top, width and height in pixels of the picture. */
  readonly box: readonly number[]
  /** Finds the element of the line on its page, if the picture shows one. */
  readonly selector?: string | undefined
}

/** A picture's size in pixels, and its lines. */
export interface LinesOf {
  readonly width: number
  readonly height: number
  readonly lines: readonly Line[]
}

/** Lines of one element on both pictures. */
interface Pair {
  readonly from: Area
  readonly to: Area
  /** How much higher its lines are on the second picture. */
  readonly growth: number
  /** The same words. */
  readonly isSame: boolean
  /** The element is known to be the same: by its words, or by its place in the page. */
  readonly isSure: boolean
}

/** A point belongs to a line at most this many heights of the line away. */
const nearHeights = 1
/** It is on the line if it is at most this far away, in pixels. */
const onPx = 4
/** Lines whose heights differ by a smaller share have the same size. */
const sameSize = 0.1
/** Edges that differ by no more are the same, in pixels. */
const keptPx = 4

/** Finds places again that `followPlaces` did not follow, by the text of both pictures: words that moved, and words that
 *  were rewritten between words that stayed. Places that are followed stay as they are.
 *  @param places in pixels of `before`
 *  @param found of `followPlaces`, in their order
 *  @returns in pixels of `after` */
export function followText(
  places: readonly Place[],
  found: readonly FollowedPlace[],
  { before, after }: { before: LinesOf; after: LinesOf },
): FollowedPlace[] {
  const isOpen = found.some(({ state }) => state !== 'followed')
  if (!isOpen || before.lines.length === 0 || after.lines.length === 0) return [...found]
  const pairs = pairLines(before.lines, after.lines)
  const scale = scaleOf(pairs)
  return found.map((known, at) => {
    const place = places[at]
    if (!place || known.state === 'followed') return known
    return byText(place, known, { before: before.lines, pairs, scale, after }) ?? known
  })
}

interface Texts {
  before: readonly Line[]
  /** The pair of each line of `before`. */
  pairs: ReadonlyMap<number, Pair>
  scale: number
  after: LinesOf
}

function byText(place: Place, known: FollowedPlace, { before, pairs, scale, after }: Texts) {
  const area = { x: place.x, y: place.y, w: place.w ?? 0, h: place.h ?? 0 }
  const nearest = nearestLine(before, area)
  const pair = nearest && pairs.get(nearest.at)
  if (!pair) return null
  const isMoved = place.w === undefined ? nearest.distance <= onPx : holds(area, pair.from)
  const { x, y, isKept } = moved(area, pair, scale)
  const size = place.w === undefined ? {} : { w: area.w * scale, h: area.h * scale }
  const isInside = x >= 0 && y >= 0 && x + (size.w ?? 0) <= after.width && y + (size.h ?? 0) <= after.height
  if (!isInside) return null
  const isSure = isMoved && isKept && (pair.isSure || known.state === 'check')
  // What is gone by the pictures needs more than a guess.
  if (!isSure && known.state === 'gone') return null
  return {
    x: toHundredths(x),
    y: toHundredths(y),
    ...size,
    state: isSure ? ('followed' as const) : ('check' as const),
  }
}

/** Where an area of one box is on the other. */
function moved({ x, y }: Area, { from, to, growth, isSame }: Pair, scale: number) {
  if (isSame) {
    const [across, down] = [to.w / Math.max(from.w, 1), to.h / Math.max(from.h, 1)]
    return { x: to.x + (x - from.x) * across, y: to.y + (y - from.y) * down, isKept: true }
  }
  // Text of any alignment keeps its left edge, its right edge or its middle. If that is not the left one, a place in it
  // can be where the words begin, or where it was in the box around them.
  const edges = [0, 1, 0.5].map((part) => ({ was: from.x + from.w * part, is: to.x + to.w * part }))
  const kept = edges.find(({ was, is }) => Math.abs(is - was * scale) <= keptPx)
  const { was, is } = kept ?? { was: from.x, is: to.x }
  // Words in another size stand elsewhere in their lines.
  const isKept = kept !== undefined && kept === edges[0] && Math.abs(growth / scale - 1) <= sameSize
  return { x: is + (x - was) * scale, y: to.y + (y - from.y) * scale, isKept }
}

function nearestLine(lines: readonly Line[], area: Area): { at: number; distance: number } | null {
  let nearest: { at: number; distance: number } | null = null
  lines.forEach(({ box }, at) => {
    const line = boxOf(box)
    const across = Math.max(line.x - area.x - area.w, area.x - line.x - line.w, 0)
    const down = Math.max(line.y - area.y - area.h, area.y - line.y - line.h, 0)
    const distance = Math.hypot(across, down)
    if (distance <= line.h * nearHeights && distance < (nearest?.distance ?? Infinity))
      nearest = { at, distance }
  })
  return nearest
}

/** Whether an area is hardly more than a text. */
function holds(area: Area, text: Area): boolean {
  const across = Math.min(area.x + area.w, text.x + text.w) - Math.max(area.x, text.x)
  const down = Math.min(area.y + area.h, text.y + text.h) - Math.max(area.y, text.y)
  return across > 0 && down > 0 && across * down >= (area.w * area.h) / 2
}

/** Pairs the lines of two pictures: those with the same words by the longest common order, then those between them that
 *  belong to the same elements. */
function pairLines(before: readonly Line[], after: readonly Line[]): Map<number, Pair> {
  const same = sameLines(before, after)
  const pairs = new Map<number, Pair>()
  const add = (lines: readonly number[], others: readonly number[], isSame: boolean) => {
    const [line, other] = [before[lines[0] ?? 0], after[others[0] ?? 0]]
    const isSure = isSame || (line?.selector !== undefined && line.selector === other?.selector)
    const growth = boxOf(other?.box ?? []).h / Math.max(boxOf(line?.box ?? []).h, 1)
    const pair = { from: boxAround(before, lines), to: boxAround(after, others), growth, isSame, isSure }
    for (const at of lines) pairs.set(at, pair)
  }
  let [from, to] = [0, 0]
  for (const [at, into] of [...same, [before.length, after.length] as const]) {
    const [elements, others] = [elementsOf(before, from, at), elementsOf(after, to, into)]
    // Otherwise one was added or removed, and which one is not known.
    if (elements.length === others.length)
      elements.forEach((lines, index) => add(lines, others[index] ?? [], false))
    if (at < before.length) add([at], [into], true)
    ;[from, to] = [at + 1, into + 1]
  }
  return pairs
}

/** Lines with the same words, in the order of both pictures. */
function sameLines(before: readonly Line[], after: readonly Line[]): [number, number][] {
  const [ofBefore, ofAfter] = [onceIn(before), onceIn(after)]
  const once: [number, number][] = []
  for (const [text, at] of ofBefore) {
    const to = ofAfter.get(text)
    if (to !== undefined) once.push([at, to])
  }
  const same: [number, number][] = []
  // Words that occur several times are the same beside words that are.
  let [from, to] = [0, 0]
  for (const [at, into] of [...inOrder(once), [before.length, after.length] as const]) {
    let [end, endTo] = [at, into]
    while (from < end && to < endTo && before[from]?.text === after[to]?.text) same.push([from++, to++])
    const ended: [number, number][] = []
    while (from < end && to < endTo && before[end - 1]?.text === after[endTo - 1]?.text)
      ended.unshift([--end, --endTo])
    same.push(...ended)
    if (at < before.length) same.push([at, into])
    ;[from, to] = [at + 1, into + 1]
  }
  return same
}

/** The position of each text that occurs once. */
function onceIn(lines: readonly Line[]): Map<string, number> {
  const once = new Map<string, number>()
  const often = new Set<string>()
  lines.forEach(({ text }, at) => {
    if (once.has(text)) often.add(text)
    else once.set(text, at)
  })
  for (const text of often) once.delete(text)
  return once
}

/** The longest part of pairs, sorted by their first numbers, whose second numbers rise too. */
function inOrder(pairs: readonly [number, number][]): [number, number][] {
  const ends: number[] = []
  const before: number[] = []
  pairs.forEach(([, to], at) => {
    let [low, high] = [0, ends.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((pairs[ends[middle] ?? 0]?.[1] ?? 0) < to) low = middle + 1
      else high = middle
    }
    before[at] = ends[low - 1] ?? -1
    ends[low] = at
  })
  const longest: [number, number][] = []
  for (let at = ends.at(-1) ?? -1; at >= 0; at = before[at] ?? -1) {
    const pair = pairs[at]
    if (pair) longest.unshift(pair)
  }
  return longest
}

/** The lines from `start` to before `end` by element. A line without a selector is one of its own. */
function elementsOf(lines: readonly Line[], start: number, end: number): number[][] {
  const elements: number[][] = []
  for (let at = start; at < end; at += 1) {
    const selector = lines[at]?.selector
    if (at > start && selector !== undefined && selector === lines[at - 1]?.selector)
      elements.at(-1)?.push(at)
    else elements.push([at])
  }
  return elements
}

/** How much larger the second picture shows the same words. */
function scaleOf(pairs: ReadonlyMap<number, Pair>): number {
  const ratios = [...pairs.values()].flatMap(({ growth, isSame }) => (isSame ? [growth] : []))
  return ratios.sort((one, other) => one - other)[ratios.length >> 1] ?? 1
}

function boxOf([x = 0, y = 0, w = 0, h = 0]: readonly number[]): Area {
  return { x, y, w, h }
}

function boxAround(lines: readonly Line[], chosen: readonly number[]): Area {
  return unionOf(chosen.map((at) => boxOf(lines[at]?.box ?? [])))
}
