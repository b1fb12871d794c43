import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  clientToImage,
  imageToClient,
  imageToPercent,
  isOnImage,
  regionBetween,
  regionToPercent,
} from './coordinates'

const natural = fc.record({
  width: fc.integer({ min: 1, max: 16_383 }),
  height: fc.integer({ min: 1, max: 16_383 }),
})
const scale = fc.double({ min: 0.05, max: 8, noNaN: true })
const offset = fc.double({ min: -20_000, max: 20_000, noNaN: true })
const share = fc.double({ min: 0, max: 1, noNaN: true })

test('an image point comes back to within half a screen pixel through any size, scale and scroll', () => {
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

test('a point beside the image is held at its edge', () => {
  const size = { width: 100, height: 50 }
  const box = { left: 10, top: 10, width: 100, height: 50 }
  expect(clientToImage({ x: 0, y: 500 }, box, size)).toEqual({ x: 0, y: 50 })
})

test('percent positions do not depend on the zoom', () => {
  expect(imageToPercent({ x: 25, y: 10 }, { width: 100, height: 40 })).toEqual({ left: '25%', top: '25%' })
})

test('a region is the same from whichever corner it was drawn', () => {
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
