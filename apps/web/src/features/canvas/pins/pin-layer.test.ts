import { expect, test } from 'vitest'
import { clusterLabel, areSameClusters, arrangePins } from './pin-layer'
import { holdRegion } from '../../review/act'
import { nudgePoint } from '../gestures/nudge'
import type { PinModel } from '../../review/pin-model'
import { ticksOf } from './minimap'

const none: ReadonlySet<null> = new Set([null])

function givenPin(change: Partial<PinModel> & { key: string }): PinModel {
  return {
    number: 1,
    label: 'Comment',
    point: { x: 50, y: 50 },
    region: null,
    state: 'open',
    isUnread: false,
    canMove: false,
    preview: null,
    ...change,
  }
}

test('a selected or unsent pin is not clustered, and keeps its place in the order', () => {
  const pins = [
    givenPin({ key: 'a' }),
    givenPin({ key: 'b' }),
    givenPin({ key: 'selected' }),
    givenPin({ key: 'c' }),
    givenPin({ key: 'draft', state: 'draft' }),
  ]
  expect(
    arrangePins(pins, 1, new Set(['selected', null])).map((cluster) => cluster.pins.map(({ key }) => key)),
  ).toEqual([['a', 'b', 'c'], ['selected'], ['draft']])
})

test('clusters are the same while they contain the same pins, at any scale', () => {
  const pins = [givenPin({ key: 'a' }), givenPin({ key: 'b', point: { x: 90, y: 90 } })]
  const apart = arrangePins(pins, 1, none)
  expect(areSameClusters(apart, arrangePins(pins, 2, none))).toBe(true)
  expect(areSameClusters(apart, arrangePins(pins, 0.1, none))).toBe(false)
  const changed = pins.map((pin) => ({ ...pin, label: 'Resolved' }))
  expect(areSameClusters(apart, arrangePins(changed, 1, none))).toBe(false)
})

test('a thousand pins on one spot are one cluster', () => {
  const pins = Array.from({ length: 1000 }, (_, index) =>
    givenPin({ key: `pin ${index}`, number: index + 1 }),
  )
  expect(arrangePins(pins, 1, none)).toHaveLength(1)
})

test('the name of a cluster lists its comments, up to a limit', () => {
  expect(clusterLabel(['9', '10', '11'], false)).toBe('3 comments here: 9, 10 and 11')
  expect(clusterLabel(['1', '2'], true)).toBe('2 comments here, some new: 1 and 2')
  expect(clusterLabel(['1', '2', '3', '4', '5', '6', '7', '8'], false)).toBe(
    '8 comments here: 1, 2, 3, 4, 5, 6 and 2 more',
  )
})

test('the minimap has one tick for comments at the same height, with the selected one on top', () => {
  const pins = [
    givenPin({ key: 'a', point: { x: 1, y: 500 } }),
    givenPin({ key: 'b', point: { x: 900, y: 501 } }),
    givenPin({ key: 'c', point: { x: 5, y: 800 } }),
    givenPin({ key: 'd', point: { x: 5, y: 900 }, state: 'resolved' }),
  ]
  expect(ticksOf(pins, 1000, 'c')).toEqual([
    { key: 'resolved 90', top: 90, kind: 'resolved' },
    { key: 'open 50', top: 50, kind: 'open' },
    { key: 'selected 80', top: 80, kind: 'selected' },
  ])
})

test('arrow keys move by 10 pixels of the screen, with Shift by one; other keys do nothing', () => {
  const half = {
    clientOf: ({ x, y }: { x: number; y: number }) => ({ x: x / 2, y: y / 2 }),
    pointAt: ({ x, y }: { x: number; y: number }) => ({ x: x * 2, y: y * 2 }),
  }
  expect(nudgePoint({ x: 100, y: 100 }, { key: 'ArrowRight', shiftKey: false }, half)).toEqual({
    x: 120,
    y: 100,
  })
  expect(nudgePoint({ x: 100, y: 100 }, { key: 'ArrowUp', shiftKey: true }, half)).toEqual({ x: 100, y: 98 })
  expect(nudgePoint({ x: 100, y: 100 }, { key: 'Enter', shiftKey: false }, half)).toBeNull()
})

test('a moved region stays completely on the design', () => {
  const design = { width: 400, height: 300 }
  expect(holdRegion({ x: 390, y: 10 }, { w: 100, h: 50 }, design)).toEqual({ x: 300, y: 10 })
  expect(holdRegion({ x: 390, y: 10 }, null, design)).toEqual({ x: 390, y: 10 })
  expect(holdRegion({ x: 20, y: 10 }, { w: 500, h: 500 }, design)).toEqual({ x: 0, y: 0 })
})
