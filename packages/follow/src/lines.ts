import { unionOf, type Area, type Change } from './change'
import { connectedComponents } from './connected-components'

/** Maximum height of a line of text, in pixels of the planes. */
const maxLinePx = 128
/** Minimum vertical overlap of two parts of a line, as a share of the lower one's height. */
const minCommonHeight = 0.5
/** Minimum number of moved parts in a rewritten line. Fewer parts moved independently. */
const minMoved = 2

/** Merges the pieces of a rewritten line of text into one change. Some letters of a large heading match elsewhere
 *  in it, beside letters that are new.
 *  @param zoom pixels of the planes per natural pixel, on each side */
export function withWholeLines(changes: Change[], zoom: { before: number; after: number }): Change[] {
  const isPiece = ({ before, after }: Change) =>
    (before?.h ?? 0) * zoom.before <= maxLinePx && (after?.h ?? 0) * zoom.after <= maxLinePx
  const pieces = changes.filter(isPiece)
  const neighboursOf = (at: number) => {
    const piece = pieces[at]
    return pieces.flatMap((other, index) => (piece && areOfOneLine(piece, other) ? [index] : []))
  }
  const groups = connectedComponents(new Uint8Array(pieces.length).fill(1), neighboursOf)
  const lines = groups.map((group) => group.flatMap((at) => pieces[at] ?? [])).filter(isRewritten)
  const merged = new Set(lines.flat())
  return [...changes.filter((change) => !merged.has(change)), ...lines.map(asOne)]
}

function isRewritten(line: readonly Change[]): boolean {
  const moved = line.filter(({ kind }) => kind === 'moved').length
  return moved >= minMoved && moved < line.length
}

function areOfOneLine(a: Change, b: Change): boolean {
  return standSideBySide(a.before, b.before) || standSideBySide(a.after, b.after)
}

/** Whether two areas have about the same height and vertical position, with a gap of at most that height. */
function standSideBySide(a: Area | null, b: Area | null): boolean {
  if (!a || !b) return false
  const common = Math.min(a.y + a.h, b.y + b.h) - Math.max(a.y, b.y)
  const gap = Math.max(a.x, b.x) - Math.min(a.x + a.w, b.x + b.w)
  return common >= minCommonHeight * Math.min(a.h, b.h) && gap <= Math.max(a.h, b.h)
}

function asOne(line: readonly Change[]): Change {
  const before = unionOf(line.flatMap((change) => change.before ?? []))
  const after = unionOf(line.flatMap((change) => change.after ?? []))
  return { kind: 'changed', before, after }
}
