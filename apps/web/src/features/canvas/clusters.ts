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
  /** The tip of its first pin, in image pixels. */
  readonly point: ImagePoint
}

/** How far apart tips are, one way or the other, that are no group: a pin of 28 x 33 px with neighbours on every side
 *  still shows 24 x 24 px of its own. In CSS pixels.
 *  @see https://www.w3.org/TR/WCAG22/#target-size-minimum */
export const apartPx = { x: 26, y: 29 } as const

/** Joins pins that would leave each other too little to aim at. Greedy in the given order, so the same pins at the same
 *  scale always form the same groups, coincident ones included. Linear: each pin looks at nine cells of a grid.
 *  `scale` is CSS pixels per image pixel. */
export function groupPins<Pin extends Groupable>(pins: readonly Pin[], scale: number): Cluster<Pin>[] {
  const grid = new Map<string, Group<Pin>[]>()
  const groups: Group<Pin>[] = []
  for (const pin of pins) {
    const place = { x: (pin.point.x * scale) / apartPx.x, y: (pin.point.y * scale) / apartPx.y }
    const [column, row] = [Math.floor(place.x), Math.floor(place.y)]
    const near = nearest(grid, place, column, row)
    if (near) {
      near.pins.push(pin)
      continue
    }
    const group = { key: pin.key, point: pin.point, pins: [pin], place }
    groups.push(group)
    const cell = `${column} ${row}`
    const inCell = grid.get(cell)
    if (inCell) inCell.push(group)
    else grid.set(cell, [group])
  }
  return groups
}

interface Group<Pin extends Groupable> extends Cluster<Pin> {
  readonly pins: Pin[]
  /** Where its first pin is, in steps of `apartPx`. */
  readonly place: { x: number; y: number }
}

function nearest<Pin extends Groupable>(
  grid: Map<string, Group<Pin>[]>,
  place: { x: number; y: number },
  column: number,
  row: number,
): Group<Pin> | undefined {
  let best: Group<Pin> | undefined
  let bestDistance = 1
  for (let x = column - 1; x <= column + 1; x += 1) {
    for (let y = row - 1; y <= row + 1; y += 1) {
      for (const group of grid.get(`${x} ${y}`) ?? []) {
        const distance = Math.max(Math.abs(group.place.x - place.x), Math.abs(group.place.y - place.y))
        if (distance < bestDistance) {
          best = group
          bestDistance = distance
        }
      }
    }
  }
  return best
}
