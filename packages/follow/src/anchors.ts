import type { Area } from './change'
import type { Keypoints } from './keypoints'
import type { Matches } from './matches'
import type { Shift } from './similarity'
import { isNear } from './votes'

/** A displacement that corners around a place share. */
export interface AnchorVote {
  readonly shift: Shift
  /** Share of all votes, 0 to 1. */
  readonly share: number
  /** Sum of the votes: 1 for a corner on the place itself, less with its distance. */
  readonly weight: number
  readonly count: number
  /** Of the nearest corner, in pixels of the plane, with distances along the row counted less. */
  readonly nearestPx: number
}

/** Corners whose counterpart is certain: no other looks like it, and its neighbours moved the same way. */
export interface Anchors {
  /** Displacements around a place, the heaviest first. @param except leaves out the corners inside of it */
  readonly near: (area: Area, except?: Area | null) => AnchorVote[]
  /** The same with corners that are farther above or below. */
  readonly farther: (area: Area) => AnchorVote[]
  /** Displacements of what stands at the height of a place, however far along its row. */
  readonly inRow: (area: Area) => AnchorVote[]
}

const cellPx = 64
/** Displacements this close are one. */
const samePx = 4
/** Neighbours that must move along with a corner, and how many make it certain. */
const [minSupport, fullSupport] = [2, 8]
/** What stands beside belongs together more than what stands above: rows of lists move as a whole. */
const rowStretch = 3
/** How far around a place corners are asked: farther along the row where there are few. */
const [minReachPx, maxReachPx] = [192, 768]
const enough = 8
const fartherPx = 480
/** Distance at which a vote counts half. */
const halfPx = 28
/** A row is as high as a line of text, and its votes count half at this distance. */
const row = { halfHeightPx: 12, halfPx: 240 }

/** @param from keypoints in pixels of a plane @param width of the plane of `from` */
export function findAnchors(from: Keypoints, matches: Matches, width: number): Anchors {
  const across = Math.ceil(width / cellPx) + 1
  const cellOf = (x: number, y: number) => Math.floor(y / cellPx) * across + Math.floor(x / cellPx)
  const single: Anchor[] = []
  for (let pair = 0; pair < matches.count; pair += 1) {
    if (matches.weight[pair] !== 1) continue
    const at = matches.from[pair] ?? 0
    const shift = { dx: matches.dx[pair] ?? 0, dy: matches.dy[pair] ?? 0 }
    single.push({ x: from.x[at] ?? 0, y: from.y[at] ?? 0, trust: 0, ...shift })
  }
  const cells = byCell(single, cellOf)
  const supported = single.flatMap((anchor) => {
    const support = supportOf(anchor, cells, across, cellOf)
    return support < minSupport ? [] : [{ ...anchor, trust: Math.min(1, support / fullSupport) }]
  })
  const kept = byCell(supported, cellOf)
  return {
    near: (area, except = null) => {
      for (let reachPx = minReachPx; ; reachPx *= 2) {
        const votes = votesNear(area, kept, across, { reachPx, upPx: minReachPx }, except)
        const count = votes.reduce((sum, vote) => sum + vote.count, 0)
        if (count >= enough || reachPx >= maxReachPx) return votes
      }
    },
    farther: (area) => votesNear(area, kept, across, { reachPx: fartherPx, upPx: fartherPx }, null),
    inRow: (area) => votesInRow(area, kept, across),
  }
}

interface Anchor extends Shift {
  readonly x: number
  readonly y: number
  /** 0 to 1: more with more neighbours that moved the same way. */
  readonly trust: number
}

type Cells = Map<number, Anchor[]>

function byCell(anchors: Anchor[], cellOf: (x: number, y: number) => number): Cells {
  const cells: Cells = new Map()
  for (const anchor of anchors) {
    const cell = cellOf(anchor.x, anchor.y)
    const members = cells.get(cell)
    if (members) members.push(anchor)
    else cells.set(cell, [anchor])
  }
  return cells
}

function supportOf(
  anchor: Anchor,
  cells: Cells,
  across: number,
  cellOf: (x: number, y: number) => number,
): number {
  const middle = cellOf(anchor.x, anchor.y)
  let support = 0
  for (let row = -1; row <= 1; row += 1) {
    for (let column = -1; column <= 1; column += 1) {
      for (const other of cells.get(middle + row * across + column) ?? [])
        if (other !== anchor && isNear(other, anchor, samePx)) support += 1
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
): AnchorVote[] {
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
      for (const anchor of cells.get(row * across + column) ?? []) {
        const dy = Math.max(area.y - anchor.y, 0, anchor.y - bottom)
        const along = Math.max(area.x - anchor.x, 0, anchor.x - right)
        const dx = along / rowStretch
        const squared = dx * dx + dy * dy
        if (squared > reachPx * reachPx || dy > upPx || (except && isInside(anchor, except))) continue
        bins.add(anchor, anchor.trust / (1 + (squared / (halfPx * halfPx)) ** 2), Math.sqrt(squared))
      }
    }
  }
  return bins.votes()
}

function isInside({ x, y }: Anchor, area: Area): boolean {
  return x >= area.x && x <= area.x + area.w && y >= area.y && y <= area.y + area.h
}

function votesInRow({ x, y, w, h }: Area, cells: Cells, across: number): AnchorVote[] {
  const bins = new Bins()
  const middle = y + h / 2
  const [top, bottom] = [middle - row.halfHeightPx, middle + row.halfHeightPx]
  for (let line = Math.floor(top / cellPx); line <= Math.floor(bottom / cellPx); line += 1) {
    for (let column = 0; column < across; column += 1) {
      for (const anchor of cells.get(line * across + column) ?? []) {
        if (anchor.y < top || anchor.y > bottom) continue
        const along = Math.max(x - anchor.x, 0, anchor.x - x - w)
        bins.add(anchor, anchor.trust / (1 + (along / row.halfPx) ** 2), along)
      }
    }
  }
  return bins.votes()
}

/** Sums votes by displacement. */
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

  votes(): AnchorVote[] {
    return this.bins
      .sort((a, b) => b.weight - a.weight)
      .map(({ dx, dy, weight, count, nearestPx }) => ({
        shift: { dx: Math.round(dx / weight), dy: Math.round(dy / weight) },
        ...{ share: weight / this.all, weight, count, nearestPx },
      }))
  }
}
