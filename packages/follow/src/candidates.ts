import type { Side } from './alignment'
import type { Area } from './change'
import type { Shift } from './similarity'
import { likenessAt, surroundingsOf, type Likeness, type Surroundings } from './surroundings'
import { isNear } from './votes'

/** Where a place might have gone. */
export interface Candidate {
  readonly shift: Shift
  /** The very middle of a point, all of a region. */
  readonly core: Likeness
  readonly own: Likeness
  readonly close: Likeness
  readonly wide: Likeness
  /** All three, the nearer ones counting more, by what each is worth; 0 to 1. */
  readonly score: number
}

/** Candidates that are compared with their wider surroundings. */
const maxFinalists = 7
/** So much worse than the best, a candidate is not compared any further. */
const clearlyWorse = 0.35
const maxFitted = 3
const samePx = 3

/** Finds where a place of one side may be on the other, best first.
 *  @param area in pixels of the planes @param slack how far neighbours may be off */
export function candidatesFor(
  from: Side,
  to: Side,
  area: Area,
  slack: readonly Shift[],
): { around: Surroundings; found: Candidate[] } {
  const around = surroundingsOf(area)
  const middle = { x: area.x + area.w / 2, y: area.y + area.h / 2 }
  const guesses = [...from.votes.shiftsNear(middle.x, middle.y), ...from.votes.common, { dx: 0, dy: 0 }]
  const tried: Shift[] = []
  for (const guess of guesses) if (!tried.some((shift) => isNear(shift, guess, samePx - 1))) tried.push(guess)
  const settled: { shift: Shift; own: Likeness }[] = []
  for (const guess of tried) {
    const found = climbOnOwn(from, to, around, guess)
    if (!settled.some(({ shift }) => isNear(shift, found.shift, samePx))) settled.push(found)
  }
  const bestOwn = Math.max(...settled.map(({ own }) => own.evidence * own.score))
  const withClose = settled
    .filter(({ own }) => own.evidence * own.score >= bestOwn - clearlyWorse)
    .map(({ shift, own }) => ({
      shift,
      own: own.score < perfect ? likenessAt(from.edges, to.edges, around.own, shift, slack) : own,
      close: likenessAt(from.edges, to.edges, around.close, shift, slack),
    }))
    .sort((a, b) => total(b) - total(a))
    .filter((candidate, _, [first]) => !first || total(candidate) >= total(first) - clearlyWorse)
    .slice(0, maxFinalists)
  const isFound = withClose.some(({ own }) => own.evidence >= minEvidence && own.score >= fitsFrom)
  const finalists = isFound ? withClose : fitNeighbours(from, to, around, withClose, slack)
  const found = finalists
    .map((candidate) => {
      const wide = likenessAt(from.edges, to.edges, around.wide, candidate.shift, slack)
      const core = likenessAt(from.edges, to.edges, around.core, candidate.shift, slack)
      return { ...candidate, core, wide, score: total({ ...candidate, wide }) }
    })
    .sort((a, b) => b.score - a.score)
  return { around, found }
}

function total({ own, close, wide }: { own: Likeness; close: Likeness; wide?: Likeness }): number {
  const parts = [
    { likeness: own, weight: 6 },
    { likeness: close, weight: 3 },
    ...(wide ? [{ likeness: wide, weight: 1.5 }] : []),
  ]
  const worth = parts.reduce((sum, { likeness, weight }) => sum + weight * likeness.evidence, 0)
  const value = parts.reduce(
    (sum, { likeness, weight }) => sum + weight * likeness.evidence * likeness.score,
    0,
  )
  return worth > 0 ? value / worth : 0
}

const neighbours = [-1, 0, 1].flatMap((dy) => [-1, 0, 1].map((dx) => ({ dx, dy })))
const perfect = 0.985
const maxClimbSteps = 4

/** Below this share of squares with content a place is blank. */
const minEvidence = 0.1
/** Likeness from which a place has been found, give or take a pixel. */
const fitsFrom = 0.6
/** Guesses that are no better than this by themselves are not worth a closer look. */
const climbsFrom = 0.25

/** Moves a guess to where the place itself fits best, a few pixels at most: guesses come from corners found at half the
 *  size, so they are a pixel or two off. */
export function climbOnOwn(
  from: Side,
  to: Side,
  around: Surroundings,
  guess: Shift,
): { shift: Shift; own: Likeness } {
  const own = likenessAt(from.edges, to.edges, around.own, guess)
  if (own.evidence < minEvidence || own.score < climbsFrom) return { shift: guess, own }
  const { shift, fit } = climbOn(from, to, around.own, guess, own.score)
  if (shift === guess || fit < fitsFrom) return { shift: guess, own }
  return { shift, own: likenessAt(from.edges, to.edges, around.own, shift) }
}

/** The same by what is close to the place, where it has no content or none that is found again. */
function fitNeighbours<Found extends { shift: Shift; own: Likeness; close: Likeness }>(
  from: Side,
  to: Side,
  around: Surroundings,
  found: Found[],
  slack: readonly Shift[],
): Found[] {
  return found
    .toSorted((a, b) => b.close.score - a.close.score)
    .slice(0, maxFitted)
    .map((candidate) => {
      const { shift } = climbOn(from, to, around.close, candidate.shift, candidate.close.score)
      if (shift === candidate.shift) return candidate
      const own = likenessAt(from.edges, to.edges, around.own, shift)
      return { ...candidate, shift, own, close: likenessAt(from.edges, to.edges, around.close, shift, slack) }
    })
}

function climbOn(from: Side, to: Side, spots: Surroundings['own'], guess: Shift, fitOfGuess: number) {
  let best = { shift: guess, fit: fitOfGuess }
  for (let step = 0; step < maxClimbSteps && best.fit < perfect && best.fit > 0.15; step += 1) {
    const start = best.shift
    // The first step is the widest: letters fit each other two pixels off as well.
    const length = step === 0 ? 2 : 1
    for (const { dx, dy } of neighbours) {
      if (dx === 0 && dy === 0) continue
      const shift = { dx: start.dx + dx * length, dy: start.dy + dy * length }
      const fit = likenessAt(from.edges, to.edges, spots, shift).score
      if (fit > best.fit + 0.002) best = { shift, fit }
    }
    if (best.shift === start && step > 0) break
  }
  return best
}
