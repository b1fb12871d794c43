import type { Area } from './change'
import type { Keypoints } from './keypoints'
import type { Matches } from './matches'
import type { Shift } from './block-correlation'
import { isNear } from './votes'

/** A displacement, with its support among the inliers around a place. */
export interface InlierVote {
  readonly shift: Shift
  /** Share of all votes, 0 to 1. */
  readonly share: number
  /** Sum of the votes. An inlier at the place has a vote of 1, which decreases with the distance. */
  readonly weight: number
  readonly count: number
  /** Distance of the nearest inlier, in pixels of the plane. Distances along the row are divided by `rowStretch`. */
  readonly nearestPx: number
}

/** Unambiguous matches whose neighbours have the same displacement. This is the motion-consistency test of GMS
 *  (Bian et al., "Grid-based motion statistics", 2017). A page has no single transform that RANSAC could estimate. */
export interface Inliers {
  /** Displacements around a place, the heaviest first. @param except leaves out the inliers in this area */
  readonly near: (area: Area, except?: Area | null) => InlierVote[]
  /** The same, with inliers farther above and below. */
  readonly farther: (area: Area) => InlierVote[]
  /** Displacements of inliers at the height of a place, at any distance along the row. */
  readonly inRow: (area: Area) => InlierVote[]
}

const cellPx = 64
/** Displacements within this many pixels count as equal. */
const samePx = 4
/** Number of consistent neighbours that make a match an inlier, and the number that gives it full confidence. */
const [minSupport, fullSupport] = [2, 8]
/** Distances along the row are divided by this, because rows of lists move as a whole. */
const rowStretch = 3
/** Search radius around a place: the smaller one, and the larger one along the row if there are too few inliers. */
const [minReachPx, maxReachPx] = [192, 768]
const minVotes = 8
const fartherPx = 480
/** Distance at which a vote counts half. */
const halfPx = 28
/** Half the height of a row, which is a line of text, and the distance along it at which votes count half. */
const row = { halfHeightPx: 12, halfPx: 240 }

/** @param from keypoints in pixels of the plane @param width of that plane */
export function findInliers(from: Keypoints, matches: Matches, width: number): Inliers {
  const across = Math.ceil(width / cellPx) + 1
  const cellOf = (x: number, y: number) => Math.floor(y / cellPx) * across + Math.floor(x / cellPx)
  const single: Inlier[] = []
  for (let pair = 0; pair < matches.count; pair += 1) {
    if (matches.weight[pair] !== 1) continue
    const at = matches.from[pair] ?? 0
    const shift = { dx: matches.dx[pair] ?? 0, dy: matches.dy[pair] ?? 0 }
    single.push({ x: from.x[at] ?? 0, y: from.y[at] ?? 0, confidence: 0, ...shift })
  }
  const cells = byCell(single, cellOf)
  const supported = single.flatMap((inlier) => {
    const support = supportOf(inlier, cells, across, cellOf)
    return support < minSupport ? [] : [{ ...inlier, confidence: Math.min(1, support / fullSupport) }]
  })
  const kept = byCell(supported, cellOf)
  return {
    near: (area, except = null) => {
      for (let reachPx = minReachPx; ; reachPx *= 2) {
        const votes = votesNear(area, kept, across, { reachPx, upPx: minReachPx }, except)
        const count = votes.reduce((sum, vote) => sum + vote.count, 0)
        if (count >= minVotes || reachPx >= maxReachPx) return votes
      }
    },
    farther: (area) => votesNear(area, kept, across, { reachPx: fartherPx, upPx: fartherPx }, null),
    inRow: (area) => votesInRow(area, kept, across),
  }
}

interface Inlier extends Shift {
  readonly x: number
  readonly y: number
  /** 0 to 1: the share of `fullSupport` that the match has. */
  readonly confidence: number
}

type Cells = Map<number, Inlier[]>

function byCell(inliers: Inlier[], cellOf: (x: number, y: number) => number): Cells {
  const cells: Cells = new Map()
  for (const inlier of inliers) {
    const cell = cellOf(inlier.x, inlier.y)
    const members = cells.get(cell)
    if (members) members.push(inlier)
    else cells.set(cell, [inlier])
  }
  return cells
}

function supportOf(
  inlier: Inlier,
  cells: Cells,
  across: number,
  cellOf: (x: number, y: number) => number,
): number {
  const middle = cellOf(inlier.x, inlier.y)
  let support = 0
  for (let row = -1; row <= 1; row += 1) {
    for (let column = -1; column <= 1; column += 1) {
      for (const other of cells.get(middle + row * across + column) ?? [])
        if (other !== inlier && isNear(other, inlier, samePx)) support += 1
      if (support >= fullSupport) return support
    }
  }
  return support
}

function votesNear(
  area: Area,
  cells: Cells,
  across: number,
  { reachPx, upPx }: { reachPx: number; upPx: number },
  except: Area | null,
): InlierVote[] {
  const bins = new Bins()
  const [right, bottom] = [area.x + area.w, area.y + area.h]
  const firstColumn = Math.max(0, Math.floor((area.x - reachPx * rowStretch) / cellPx))
  const lastColumn = Math.min(across - 1, Math.floor((right + reachPx * rowStretch) / cellPx))
  for (
    let row = Math.floor((area.y - upPx) / cellPx);
    row <= Math.floor((bottom + upPx) / cellPx);
    row += 1
  ) {
    for (let column = firstColumn; column <= lastColumn; column += 1) {
      for (const inlier of cells.get(row * across + column) ?? []) {
        const dy = Math.max(area.y - inlier.y, 0, inlier.y - bottom)
        const along = Math.max(area.x - inlier.x, 0, inlier.x - right)
        const dx = along / rowStretch
        const squared = dx * dx + dy * dy
        if (squared > reachPx * reachPx || dy > upPx || (except && isInside(inlier, except))) continue
        bins.add(inlier, inlier.confidence / (1 + (squared / (halfPx * halfPx)) ** 2), Math.sqrt(squared))
      }
    }
  }
  return bins.votes()
}

function isInside({ x, y }: Inlier, area: Area): boolean {
  return x >= area.x && x <= area.x + area.w && y >= area.y && y <= area.y + area.h
}

function votesInRow({ x, y, w, h }: Area, cells: Cells, across: number): InlierVote[] {
  const bins = new Bins()
  const middle = y + h / 2
  const [top, bottom] = [middle - row.halfHeightPx, middle + row.halfHeightPx]
  for (let line = Math.floor(top / cellPx); line <= Math.floor(bottom / cellPx); line += 1) {
    for (let column = 0; column < across; column += 1) {
      for (const inlier of cells.get(line * across + column) ?? []) {
        if (inlier.y < top || inlier.y > bottom) continue
        const along = Math.max(x - inlier.x, 0, inlier.x - x - w)
        bins.add(inlier, inlier.confidence / (1 + (along / row.halfPx) ** 2), along)
      }
    }
  }
  return bins.votes()
}

/** A histogram of displacements, weighted by votes. */
class Bins {
  private readonly bins: { dx: number; dy: number; weight: number; count: number; nearestPx: number }[] = []
  private all = 0

  add({ dx, dy }: Shift, weight: number, distance: number): void {
    this.all += weight
    for (const bin of this.bins) {
      if (Math.abs(bin.dx / bin.weight - dx) > samePx || Math.abs(bin.dy / bin.weight - dy) > samePx) continue
      bin.dx += dx * weight
      bin.dy += dy * weight
      bin.weight += weight
      bin.count += 1
      bin.nearestPx = Math.min(bin.nearestPx, distance)
      return
    }
    this.bins.push({ dx: dx * weight, dy: dy * weight, weight, count: 1, nearestPx: distance })
  }

  votes(): InlierVote[] {
    return this.bins
      .sort((a, b) => b.weight - a.weight)
      .map(({ dx, dy, weight, count, nearestPx }) => ({
        shift: { dx: Math.round(dx / weight), dy: Math.round(dy / weight) },
        ...{ share: weight / this.all, weight, count, nearestPx },
      }))
  }
}
