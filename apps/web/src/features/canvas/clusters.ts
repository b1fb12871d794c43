import type { ImagePoint } from '@pinmark/shared/coordinates'

/** What the grouping needs to know of a pin. */
export interface Groupable {
  readonly key: string
  readonly point: ImagePoint
}

export interface Cluster<Pin extends Groupable> {
  /** The key of its first pin: the same while that pin leads, so the button keeps its focus. */
  readonly key: string
  readonly pins: readonly Pin[]
  /** Mean of the tips, in image pixels. */
  readonly point: ImagePoint
}

/** Heads are 28 px across and may overlap by 10. */
export const apartPx = 18

/** Joins pins whose heads overlap by more than 10 px on the screen. Greedy in the given order, so the same pins at the
 *  same scale always form the same groups, coincident ones included. Linear: each pin looks at nine cells of a grid.
 *  `scale` is CSS pixels per image pixel. */
export function groupPins<Pin extends Groupable>(pins: readonly Pin[], scale: number): Cluster<Pin>[] {
  const apart = apartPx / scale
  const grid = new Map<string, Group<Pin>[]>()
  const groups: Group<Pin>[] = []
  for (const pin of pins) {
    const column = Math.floor(pin.point.x / apart)
    const row = Math.floor(pin.point.y / apart)
    const near = nearest(grid, pin.point, column, row, apart)
    if (near) {
      near.pins.push(pin)
      continue
    }
    const group = { lead: pin, pins: [pin] }
    groups.push(group)
    const cell = `${column} ${row}`
    const inCell = grid.get(cell)
    if (inCell) inCell.push(group)
    else grid.set(cell, [group])
  }
  return groups.map(({ lead, pins: members }) => ({ key: lead.key, pins: members, point: mean(members) }))
}

interface Group<Pin> {
  lead: Pin
  pins: Pin[]
}

function nearest<Pin extends Groupable>(
  grid: Map<string, Group<Pin>[]>,
  point: ImagePoint,
  column: number,
  row: number,
  apart: number,
): Group<Pin> | undefined {
  let best: Group<Pin> | undefined
  let bestDistance = apart
  for (let x = column - 1; x <= column + 1; x += 1) {
    for (let y = row - 1; y <= row + 1; y += 1) {
      for (const group of grid.get(`${x} ${y}`) ?? []) {
        const distance = Math.hypot(group.lead.point.x - point.x, group.lead.point.y - point.y)
        if (distance < bestDistance) {
          best = group
          bestDistance = distance
        }
      }
    }
  }
  return best
}

function mean(pins: readonly Groupable[]): ImagePoint {
  const sum = pins.reduce((all, { point }) => ({ x: all.x + point.x, y: all.y + point.y }), { x: 0, y: 0 })
  return { x: sum.x / pins.length, y: sum.y / pins.length }
}
