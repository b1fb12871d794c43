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
  /** Displacements around a place, the heaviest first. */
  readonly near: (area: Area) => AnchorVote[]
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
/** Distance at which a vote counts half. */
const halfPx = 28

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
    near: (area) => {
      for (let reachPx = minReachPx; ; reachPx *= 2) {
        const votes = votesNear(area, kept, across, reachPx)
        const count = votes.reduce((sum, vote) => sum + vote.count, 0)
        if (count >= enough || reachPx >= maxReachPx) return votes
      }
    },
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

function votesNear(area: Area, cells: Cells, across: number, reachPx: number): AnchorVote[] {
  const bins: { dx: number; dy: number; weight: number; count: number; nearestPx: number }[] = []
  let all = 0
  const [right, bottom] = [area.x + area.w, area.y + area.h]
  const firstColumn = Math.max(0, Math.floor((area.x - reachPx * rowStretch) / cellPx))
  const lastColumn = Math.min(across - 1, Math.floor((right + reachPx * rowStretch) / cellPx))
  for (
    let row = Math.floor((area.y - minReachPx) / cellPx);
    row <= Math.floor((bottom + minReachPx) / cellPx);
    row += 1
  ) {
    for (let column = firstColumn; column <= lastColumn; column += 1) {
      for (const anchor of cells.get(row * across + column) ?? []) {
        const dy = Math.max(area.y - anchor.y, 0, anchor.y - bottom)
        const along = Math.max(area.x - anchor.x, 0, anchor.x - right)
        const dx = along / rowStretch
        const squared = dx * dx + dy * dy
        if (squared > reachPx * reachPx || dy > minReachPx) continue
        const weight = anchor.trust / (1 + (squared / (halfPx * halfPx)) ** 2)
        const distance = Math.sqrt(squared)
        all += weight
        const bin = bins.find((other) =>
          isNear({ dx: other.dx / other.weight, dy: other.dy / other.weight }, anchor, samePx),
        )
        if (!bin) {
          bins.push({ dx: anchor.dx * weight, dy: anchor.dy * weight, weight, count: 1, nearestPx: distance })
          continue
        }
        bin.dx += anchor.dx * weight
        bin.dy += anchor.dy * weight
        bin.weight += weight
        bin.count += 1
        bin.nearestPx = Math.min(bin.nearestPx, distance)
      }
    }
  }
  return bins
    .sort((a, b) => b.weight - a.weight)
    .map(({ dx, dy, weight, count, nearestPx }) => ({
      shift: { dx: Math.round(dx / weight), dy: Math.round(dy / weight) },
      ...{ share: weight / all, weight, count, nearestPx },
    }))
}
