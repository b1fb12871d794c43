import type { Side } from './alignment'
import type { Area } from './change'
import type { Shift } from './block-correlation'
import { similarityAt, supportWindowsOf, type Similarity, type SupportWindows } from './support-windows'
import { isNear } from './votes'

/** A candidate for the displacement of a place, with its similarity in each support window. */
export interface Candidate {
  readonly shift: Shift
  /** Of the centre of a point, or of all of a region. */
  readonly core: Similarity
  readonly own: Similarity
  readonly close: Similarity
  readonly wide: Similarity
  /** Weighted mean of `own`, `close` and `wide`, 0 to 1. Weights decrease with the distance, and with missing
   *  texture. */
  readonly score: number
}

/** Number of candidates whose wide support window is compared. */
const maxFinalists = 7
/** A candidate whose score is below the best one by more than this is dropped. */
const clearlyWorse = 0.35
const maxRefinedByNeighbours = 3
const samePx = 3

/** Lists where a place of one side may be on the other, the best candidate first.
 *  @param area in pixels of the planes
 *  @param slack displacements that single elements may have in addition */
export function candidatesFor(
  from: Side,
  to: Side,
  area: Area,
  slack: readonly Shift[],
): { around: SupportWindows; found: Candidate[] } {
  const around = supportWindowsOf(area)
  const middle = { x: area.x + area.w / 2, y: area.y + area.h / 2 }
  const guesses = [...from.votes.shiftsNear(middle.x, middle.y), ...from.votes.common, { dx: 0, dy: 0 }]
  const tried: Shift[] = []
  for (const guess of guesses) if (!tried.some((shift) => isNear(shift, guess, samePx - 1))) tried.push(guess)
  const settled: { shift: Shift; own: Similarity }[] = []
  for (const guess of tried) {
    const found = refineShift(from, to, around, guess)
    if (!settled.some(({ shift }) => isNear(shift, found.shift, samePx))) settled.push(found)
  }
  const bestOwn = Math.max(...settled.map(({ own }) => own.evidence * own.score))
  const withClose = settled
    .filter(({ own }) => own.evidence * own.score >= bestOwn - clearlyWorse)
    .map(({ shift, own }) => ({
      shift,
      own: own.score < perfect ? similarityAt(from.edges, to.edges, around.own, shift, slack) : own,
      close: similarityAt(from.edges, to.edges, around.close, shift, slack),
    }))
    .sort((a, b) => total(b) - total(a))
    .filter((candidate, _, [first]) => !first || total(candidate) >= total(first) - clearlyWorse)
    .slice(0, maxFinalists)
  const isFound = withClose.some(({ own }) => own.evidence >= minEvidence && own.score >= fitsFrom)
  const finalists = isFound ? withClose : refineByNeighbours(from, to, around, withClose, slack)
  const found = finalists
    .map((candidate) => {
      const wide = similarityAt(from.edges, to.edges, around.wide, candidate.shift, slack)
      const core = similarityAt(from.edges, to.edges, around.core, candidate.shift, slack)
      return { ...candidate, core, wide, score: total({ ...candidate, wide }) }
    })
    .sort((a, b) => b.score - a.score)
  return { around, found }
}

function total({ own, close, wide }: { own: Similarity; close: Similarity; wide?: Similarity }): number {
  const parts = [
    { similarity: own, weight: 6 },
    { similarity: close, weight: 3 },
    ...(wide ? [{ similarity: wide, weight: 1.5 }] : []),
  ]
  const worth = parts.reduce((sum, { similarity, weight }) => sum + weight * similarity.evidence, 0)
  const value = parts.reduce(
    (sum, { similarity, weight }) => sum + weight * similarity.evidence * similarity.score,
    0,
  )
  return worth > 0 ? value / worth : 0
}

const neighbours = [-1, 0, 1].flatMap((dy) => [-1, 0, 1].map((dx) => ({ dx, dy })))
const perfect = 0.985
const maxRefineSteps = 4

/** A place with a lower share of textured blocks is blank. */
const minEvidence = 0.1
/** Minimum similarity of a place that has been found to within a pixel. */
const fitsFrom = 0.6
/** Guesses with a lower similarity are not refined. */
const refinedFrom = 0.25

/** Refines a guess by hill climbing on the similarity of the place itself, by a few pixels at most. Guesses come
 *  from keypoints that may have been detected at half size, so that they are off by a pixel or two. */
export function refineShift(
  from: Side,
  to: Side,
  around: SupportWindows,
  guess: Shift,
): { shift: Shift; own: Similarity } {
  const own = similarityAt(from.edges, to.edges, around.own, guess)
  if (own.evidence < minEvidence || own.score < refinedFrom) return { shift: guess, own }
  const { shift, fit } = refineOn(from, to, around.own, guess, own.score)
  if (shift === guess || fit < fitsFrom) return { shift: guess, own }
  return { shift, own: similarityAt(from.edges, to.edges, around.own, shift) }
}

/** The same by the similarity of the close surroundings, for places that are blank or have lost their content. */
function refineByNeighbours<Found extends { shift: Shift; own: Similarity; close: Similarity }>(
  from: Side,
  to: Side,
  around: SupportWindows,
  found: Found[],
  slack: readonly Shift[],
): Found[] {
  return found
    .toSorted((a, b) => b.close.score - a.close.score)
    .slice(0, maxRefinedByNeighbours)
    .map((candidate) => {
      const { shift } = refineOn(from, to, around.close, candidate.shift, candidate.close.score)
      if (shift === candidate.shift) return candidate
      const own = similarityAt(from.edges, to.edges, around.own, shift)
      return {
        ...candidate,
        shift,
        own,
        close: similarityAt(from.edges, to.edges, around.close, shift, slack),
      }
    })
}

function refineOn(from: Side, to: Side, blocks: SupportWindows['own'], guess: Shift, fitOfGuess: number) {
  let best = { shift: guess, fit: fitOfGuess }
  for (let step = 0; step < maxRefineSteps && best.fit < perfect && best.fit > 0.15; step += 1) {
    const start = best.shift
    // The first step is larger, because letters also correlate at an offset of two pixels.
    const length = step === 0 ? 2 : 1
    for (const { dx, dy } of neighbours) {
      if (dx === 0 && dy === 0) continue
      const shift = { dx: start.dx + dx * length, dy: start.dy + dy * length }
      const fit = similarityAt(from.edges, to.edges, blocks, shift).score
      if (fit > best.fit + 0.002) best = { shift, fit }
    }
    if (best.shift === start && step > 0) break
  }
  return best
}
