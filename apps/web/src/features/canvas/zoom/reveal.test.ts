import { expect, test } from 'vitest'
import { clearOffset, revealOffset } from './reveal'

const size = { width: 400, height: 500 }

test('a completely visible pin with a margin of 20 px is not scrolled', () => {
  expect(revealOffset({ x: 34, y: 53 }, size)).toEqual({ x: 0, y: 0 })
  expect(revealOffset({ x: 366, y: 480 }, size)).toEqual({ x: 0, y: 0 })
})

test('a pin outside is scrolled into view by the shortest way, with its margin', () => {
  expect(revealOffset({ x: 33, y: 52 }, size)).toEqual({ x: -1, y: -1 })
  expect(revealOffset({ x: 1366, y: 980 }, size)).toEqual({ x: 1000, y: 500 })
})

test('a fraction of a pixel is rounded up to a whole one, so that the margin is complete', () => {
  expect(revealOffset({ x: 366.2, y: 480.4 }, size)).toEqual({ x: 1, y: 1 })
  expect(revealOffset({ x: 33.8, y: 52.6 }, size)).toEqual({ x: -1, y: -1 })
})

test('a frame that is too low for pin and margin shows the head first', () => {
  expect(revealOffset({ x: 200, y: 60 }, { width: 400, height: 40 })).toEqual({ x: 0, y: 7 })
})

test('a region is shown completely, with its pin; of a larger one, the corner with the pin', () => {
  const region = { x: 100, y: 400, width: 200, height: 300 }
  expect(revealOffset(region, size)).toEqual({ x: 0, y: 220 })
  expect(revealOffset(region, size, 'centreIfHidden')).toEqual({ x: 0, y: 300 })
  expect(revealOffset({ ...region, y: 100 }, size, 'centreIfHidden')).toEqual({ x: 0, y: 0 })
  const large = { x: 10, y: 400, width: 390, height: 600 }
  expect(revealOffset(large, size, 'centre')).toEqual({ x: -24, y: 347 })
})

test('a selected row scrolls its pin to the middle, unless it is in view', () => {
  expect(revealOffset({ x: 200, y: 480 }, size, 'centreIfHidden')).toEqual({ x: 0, y: 0 })
  expect(revealOffset({ x: 200, y: 481 }, size, 'centreIfHidden')).toEqual({ x: 0, y: 231 })
  expect(revealOffset({ x: 367, y: 200 }, size, 'centreIfHidden')).toEqual({ x: 167, y: -50 })
})

test('stepping from comment to comment scrolls the pin to the middle', () => {
  expect(revealOffset({ x: 200, y: 700 }, size, 'centre')).toEqual({ x: 0, y: 450 })
})

const popup = { left: 400, right: 740, top: 300, bottom: 600 }
const bounds = { top: 150, bottom: 700 }
const free = (by: number) => by

test('a pin beside a popup is brought to the wanted place', () => {
  expect(clearOffset(900, 500, free, bounds, popup, 200)).toBe(500)
})

test('a pin that a popup would cover is brought above it, or below if there is more to scroll', () => {
  expect(900 - (clearOffset(900, 500, free, bounds, popup, 500) ?? 0)).toBe(280)
  const upTo = (by: number) => Math.min(by, 270)
  expect(900 - (clearOffset(900, 500, upTo, bounds, popup, 500) ?? 0)).toBe(653)
})

test('the distance is null when the popup covers every place in view', () => {
  expect(clearOffset(400, 0, () => 0, bounds, popup, 500)).toBeNull()
})
