import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  clientToImage,
  imageToClient,
  imageToPercent,
  isOnImage,
  regionBetween,
  regionToPercent,
  scalePlace,
} from './coordinates'

const natural = fc.record({
  width: fc.integer({ min: 1, max: 65_500 }),
  height: fc.integer({ min: 1, max: 65_500 }),
})
const scale = fc.double({ min: 0.05, max: 8, noNaN: true })
const offset = fc.double({ min: -20_000, max: 20_000, noNaN: true })
const share = fc.double({ min: 0, max: 1, noNaN: true })

test('an image point survives the round trip within half a screen pixel, for any size, scale and scroll', () => {
  fc.assert(
    fc.property(natural, scale, offset, offset, share, share, (size, zoom, left, top, u, v) => {
      const box = { left, top, width: size.width * zoom, height: size.height * zoom }
      const point = { x: u * size.width, y: v * size.height }
      const there = imageToClient(point, box, size)
      const back = clientToImage(there, box, size)
      expect(Math.abs(back.x - point.x) * zoom).toBeLessThanOrEqual(0.5)
      expect(Math.abs(back.y - point.y) * zoom).toBeLessThanOrEqual(0.5)
      expect(isOnImage(back, size)).toBe(true)
    }),
  )
})

test('a point outside of the image is clamped to its edge', () => {
  const size = { width: 100, height: 50 }
  const box = { left: 10, top: 10, width: 100, height: 50 }
  expect(clientToImage({ x: 0, y: 500 }, box, size)).toEqual({ x: 0, y: 50 })
})

test('percent positions do not depend on the zoom', () => {
  expect(imageToPercent({ x: 25, y: 10 }, { width: 100, height: 40 })).toEqual({ left: '25%', top: '25%' })
})

test('a region is the same for any order of its corners', () => {
  const region = { x: 10, y: 20, w: 30, h: 20 }
  expect(regionBetween({ x: 10, y: 20 }, { x: 40, y: 40 })).toEqual(region)
  expect(regionBetween({ x: 40, y: 40 }, { x: 10, y: 20 })).toEqual(region)
  expect(regionBetween({ x: 40, y: 20 }, { x: 10, y: 40 })).toEqual(region)
  expect(regionToPercent(region, { width: 100, height: 40 })).toEqual({
    left: '10%',
    top: '50%',
    width: '30%',
    height: '50%',
  })
})

test.each([
  ['a longer page leaves a place where it is', { width: 100, height: 900 }, { x: 40, y: 80 }],
  ['an export at twice the size doubles both', { width: 200, height: 200 }, { x: 80, y: 160 }],
  ['a shorter page holds it at its foot', { width: 100, height: 60 }, { x: 40, y: 60 }],
  ['a place has two decimals', { width: 33.335, height: 100 }, { x: 13.33, y: 26.67 }],
])('%s', (_, to, place) => {
  expect(scalePlace({ x: 40, y: 80 }, { width: 100, height: 100 }, to)).toEqual(place)
})

test('a region stays completely on the other version', () => {
  const from = { width: 100, height: 100 }
  const region = { x: 60, y: 70, w: 40, h: 20 }
  expect(scalePlace(region, from, { width: 200, height: 150 })).toEqual({ x: 120, y: 110, w: 80, h: 40 })
  expect(scalePlace(region, from, { width: 100, height: 10 })).toEqual({ x: 60, y: 0, w: 40, h: 10 })
})

test('a place on another version is inside it, for any two sizes', () => {
  fc.assert(
    fc.property(natural, natural, share, share, share, share, (from, to, u, v, wide, high) => {
      const [x, y] = [u * from.width, v * from.height]
      const size = { w: wide * (from.width - x), h: high * (from.height - y) }
      const place = scalePlace({ x, y, ...size }, from, to)
      expect(isOnImage(place, to)).toBe(true)
      expect(place.x + (place.w ?? 0)).toBeLessThanOrEqual(to.width + 0.01)
      expect(place.y + (place.h ?? 0)).toBeLessThanOrEqual(to.height + 0.01)
    }),
  )
})
