import type { ImagePoint, NaturalSize } from '@pinmark/shared/coordinates'
import { useDeferredValue, useLayoutEffect, useRef, useState } from 'react'
import type { Viewport } from '../zoom/use-viewport'

/** The data of a pin that clustering needs. */
interface Clusterable {
  readonly key: string
  readonly point: ImagePoint
}

export interface Cluster<Pin extends Clusterable> {
  /** The key of its first pin. It is stable while that pin is the first, so that the button keeps the focus. */
  readonly key: string
  readonly pins: readonly Pin[]
  /** The tip of its first pin, in image pixels. */
  readonly point: ImagePoint
}

/** Pins closer than this (CSS px) are clustered. A pin of 28 x 33 px with neighbours on every side
 *  still shows 24 x 24 px of its own.
 *  @see https://www.w3.org/TR/WCAG22/#target-size-minimum */
export const minPinDistancePx = { x: 26, y: 29 } as const

/** Clusters pins that are closer than `minPinDistancePx`, except those marked as alone. Greedy in the given order,
 *  which is also the order of the clusters, so that the same pins at the same scale always form the same
 *  clusters, including coincident pins. Linear: each pin checks nine cells of a grid. `scale` is CSS pixels
 *  per image pixel. */
export function clusterPins<Pin extends Clusterable>(
  pins: readonly Pin[],
  scale: number,
  standsAlone: (pin: Pin) => boolean = () => false,
): Cluster<Pin>[] {
  const grid = new Map<number, Group<Pin>[]>()
  const groups: Group<Pin>[] = []
  for (const pin of pins) {
    const x = (pin.point.x * scale) / minPinDistancePx.x
    const y = (pin.point.y * scale) / minPinDistancePx.y
    const isAlone = standsAlone(pin)
    const near = isAlone ? undefined : nearest(grid, x, y)
    if (near) {
      near.pins.push(pin)
      continue
    }
    const group = { key: pin.key, point: pin.point, pins: [pin], x, y }
    groups.push(group)
    if (isAlone) continue
    const cell = cellOf(Math.floor(x), Math.floor(y))
    const inCell = grid.get(cell)
    if (inCell) inCell.push(group)
    else grid.set(cell, [group])
  }
  return groups
}

interface Group<Pin extends Clusterable> extends Cluster<Pin> {
  readonly pins: Pin[]
  /** Position of its first pin, in units of `minPinDistancePx`. */
  readonly x: number
  readonly y: number
}

/** More columns than any design has, but few enough that cell numbers are small integers, which are the
 *  fastest keys of a map. */
const columns = 2 ** 15

function cellOf(column: number, row: number): number {
  return row * columns + column
}

function nearest<Pin extends Clusterable>(
  grid: ReadonlyMap<number, readonly Group<Pin>[]>,
  x: number,
  y: number,
): Group<Pin> | undefined {
  const [column, row] = [Math.floor(x), Math.floor(y)]
  let best: Group<Pin> | undefined
  let bestDistance = 1
  for (let near = column - 1; near <= column + 1; near += 1) {
    for (let line = row - 1; line <= row + 1; line += 1) {
      for (const group of grid.get(cellOf(near, line)) ?? []) {
        const distance = Math.max(Math.abs(group.x - x), Math.abs(group.y - y))
        if (distance < bestDistance) {
          best = group
          bestDistance = distance
        }
      }
    }
  }
  return best
}

/** Time without a step after which a wheel or pinch gesture has ended, in ms. */
const restMs = 120
/** Change of scale after which pins are clustered again during a gesture. */
const farOff = 1.5

/** The scale at which pins are clustered. It follows the zoom at the end of a gesture, because clustering a
 *  thousand pins in each step would cost more than everything else. Meanwhile clusters move with their pins. The first
 *  scale of a design counts at once, so that its pins are not drawn one by one first. */
export function useClusteringScale({ shown, natural }: Pick<Viewport, 'shown' | 'natural'>): number {
  const [grouped, setGrouped] = useState<{ of: NaturalSize; scale: number } | null>(null)
  const latest = useRef(natural)
  useLayoutEffect(() => {
    latest.current = natural
  }, [natural])
  useLayoutEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const follow = () => {
      clearTimeout(timer)
      const now = shown.get().layout?.scale
      if (now === undefined) return
      const next = { of: latest.current, scale: now }
      setGrouped((current) => (current?.of !== next.of || isFarOff(now / current.scale) ? next : current))
      timer = setTimeout(() => setGrouped(next), restMs)
    }
    follow()
    const stop = shown.listen(follow)
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [shown])
  const deferred = useDeferredValue(grouped)
  return (deferred?.of === natural ? deferred : grouped)?.scale ?? 1
}

function isFarOff(factor: number): boolean {
  return factor > farOff || factor < 1 / farOff
}
