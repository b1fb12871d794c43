import type { ImageRegion } from './coordinates'
import type { DesignLine } from './entities/design-lines'
import type { Spot } from './spot-on'
import { textLimits } from './text-limits'

/** A pin belongs to a line that is this close, in image pixels, or as close as the line is high. */
const nearPx = 24
/** A line is in an area if they share this much of the smaller one. */
const sharedFrom = 0.25

type Line = Pick<DesignLine, 'text' | 'box'>

/** The words of the design that a comment points at: the lines in its region, or else the nearest one. Empty if there is none,
 *  and while its place is not certain.
 *  @param lines of the version that the spot is on */
export function quoteAt(lines: readonly Line[], spot: Spot): string {
  return quoteOf(quotedLines(lines, spot))
}

/** The lines that `quoteAt` quotes. */
export function quotedLines<L extends Line>(lines: readonly L[], { point, region, carried }: Spot): L[] {
  const isCertain = !carried || carried.state === 'followed' || carried.state === 'placed'
  return point && isCertain ? linesAt(lines, { ...point, ...(region ?? { w: 0, h: 0 }) }) : []
}

/** The lines that an area points at: those in it, or else the nearest one, if that is close enough.
 *  @param area a point has no width and height */
export function linesAt<L extends Line>(lines: readonly L[], area: ImageRegion): L[] {
  const inside = area.w > 0 && area.h > 0 ? linesIn(lines, area) : []
  if (inside.length > 0) return inside
  let nearest: L | null = null
  let least = Infinity
  for (const line of lines) {
    const distance = distanceTo(line, area)
    const [, , , h = 0] = line.box
    if (distance >= least || distance > Math.max(nearPx, h)) continue
    nearest = line
    least = distance
  }
  return nearest ? [nearest] : []
}

/** What an area says on two versions of a design, without the lines that both have. Null if there is no difference.
 *  @param before, after an area and the lines of its version */
export function changeOfWords(
  before: { area: ImageRegion; lines: readonly Line[] },
  after: { area: ImageRegion; lines: readonly Line[] },
): { before: string; after: string } | null {
  const [older, newer] = [linesIn(before.lines, before.area), linesIn(after.lines, after.area)]
  const without = (some: readonly Line[], others: readonly Line[]) => {
    const texts = new Set(others.map(({ text }) => text))
    return quoteOf(some.filter(({ text }) => !texts.has(text)))
  }
  const words = { before: without(older, newer), after: without(newer, older) }
  return words.before === '' && words.after === '' ? null : words
}

function linesIn<L extends Line>(lines: readonly L[], area: ImageRegion): L[] {
  return lines.filter(({ box: [x = 0, y = 0, w = 0, h = 0] }) => {
    const across = Math.min(x + w, area.x + area.w) - Math.max(x, area.x)
    const down = Math.min(y + h, area.y + area.h) - Math.max(y, area.y)
    return across > 0 && down > 0 && across * down >= sharedFrom * Math.min(w * h, area.w * area.h)
  })
}

function distanceTo({ box: [x = 0, y = 0, w = 0, h = 0] }: Line, area: ImageRegion): number {
  const across = Math.max(x - area.x - area.w, area.x - x - w, 0)
  const down = Math.max(y - area.y - area.h, area.y - y - h, 0)
  // Much faster than Math.hypot, which every line of a design costs.
  return Math.sqrt(across * across + down * down)
}

/** The words of lines as a quote. It reads no more of them than it shows: an area may have thousands. */
export function quoteOf(lines: readonly Line[]): string {
  const { quote } = textLimits
  const letters: string[] = []
  for (const { text } of lines) {
    letters.push(...(letters.length === 0 ? '' : ', '), ...text)
    if (letters.length > quote) break
  }
  return letters.length > quote ? `${letters.slice(0, quote - 1).join('')}…` : letters.join('')
}
