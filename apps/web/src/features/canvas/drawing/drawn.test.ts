import { describe, expect, test } from 'vitest'
import { penLine, roomFor, withLine, withoutLast, type Drawn } from './drawn'

const natural = { width: 400, height: 300 }
const drawing = { natural, keepsPin: false }
const line = (...numbers: [number, number][]) => numbers.map(([x, y]) => ({ x, y }))
const arrow = line([100, 50], [160, 90])

describe('a line', () => {
  test('without a comment marks the region that bounds it', () => {
    expect(withLine(null, arrow, drawing)).toEqual({ x: 100, y: 50, w: 60, h: 40, strokes: [[0, 0, 60, 40]] })
  })

  test('turns the pin of a draft into this region, and leaves that of a stored comment', () => {
    const pin: Drawn = { x: 10, y: 20, w: null, h: null }
    expect(withLine(pin, arrow, drawing)).toMatchObject({ x: 100, y: 50, w: 60, h: 40 })
    expect(withLine(pin, arrow, { natural, keepsPin: true })).toEqual({
      ...{ x: 10, y: 20, w: null, h: null },
      strokes: [[90, 30, 150, 70]],
    })
  })

  test('moves the corner of the region, and earlier lines stay where they are on the design', () => {
    const first = withLine(null, arrow, drawing)
    expect(withLine(first, line([90, 60], [90, 100]), drawing)).toEqual({
      ...{ x: 90, y: 50, w: 70, h: 50 },
      strokes: [
        [10, 0, 70, 40],
        [0, 10, 0, 50],
      ],
    })
  })

  test('lets a region that was marked before grow', () => {
    const marked: Drawn = { x: 150, y: 80, w: 100, h: 100 }
    expect(withLine(marked, arrow, drawing)).toMatchObject({ x: 100, y: 50, w: 150, h: 130 })
  })

  test('without height or width is in a region of one pixel on the design', () => {
    expect(withLine(null, line([400, 300], [400, 200]), drawing)).toMatchObject({
      x: 399,
      y: 200,
      w: 1,
      h: 100,
    })
    expect(withLine(null, line([0, 300], [50, 300]), drawing)).toMatchObject({ x: 0, y: 299, w: 50, h: 1 })
  })

  test('is kept on the design', () => {
    const pin = { x: 390, y: 20, w: null, h: null, strokes: [[0, 0, 40, 10]] }
    expect(withLine(pin, arrow, { natural, keepsPin: true }).strokes?.[0]).toEqual([0, 0, 10, 10])
  })
})

describe('taking the last line away', () => {
  test('shrinks the region that bounds the others', () => {
    const first = withLine(null, arrow, drawing)
    const second = withLine(first, line([10, 10], [20, 20], [30, 10]), drawing)
    expect(withoutLast(second, drawing)).toEqual(first)
  })

  test('leaves a pin if there is no other, and a region that was marked', () => {
    expect(withoutLast(withLine(null, arrow, drawing), drawing)).toEqual({
      ...{ x: 100, y: 50, w: null, h: null, strokes: [] },
    })
    const marked = withLine({ x: 150, y: 80, w: 100, h: 100 }, line([160, 90], [170, 100]), drawing)
    expect(withoutLast(marked, drawing)).toEqual({ x: 150, y: 80, w: 100, h: 100, strokes: [] })
  })
})

describe('the line of a pen', () => {
  test('keeps the points that matter', () => {
    const drawn = Array.from({ length: 101 }, (_, x) => ({ x, y: x < 50 ? 0 : x - 50 }))
    expect(penLine(drawn, 1, 400)).toEqual(line([0, 0], [50, 0], [100, 50]))
  })

  test('has three points when it is straight, so that it is no arrow', () => {
    expect(penLine(line([0, 0], [10, 0], [20, 0]), 1, 400)).toEqual(line([0, 0], [10, 0], [20, 0]))
    expect(penLine(line([5, 5], [5, 5]), 1, 400)).toHaveLength(3)
  })

  test('of a circle stays within a pixel, and a long scribble within the room', () => {
    const circle = Array.from({ length: 721 }, (_, at) => ({
      x: 100 * Math.cos(at / 50),
      y: 100 * Math.sin(at / 50),
    }))
    const kept = penLine(circle, 1, 400)
    expect(kept.length).toBeLessThan(100)
    const apart = circle.map(({ x, y }) => Math.min(...kept.map((one) => Math.hypot(one.x - x, one.y - y))))
    expect(Math.max(...apart)).toBeLessThan(30)
    const scribble = Array.from({ length: 3_000 }, (_, x) => ({ x, y: (x % 2) * 50 }))
    expect(penLine(scribble, 1, 400).length).toBeLessThanOrEqual(400)
  })
})

test('there is room for 20 strokes and 2,000 points', () => {
  const strokes = (count: number, points: number) => ({
    ...{ x: 0, y: 0, w: 1, h: 1 },
    strokes: Array.from({ length: count }, () => Array.from({ length: points * 2 }, () => 0)),
  })
  expect(roomFor({})).toBe(400)
  expect(roomFor(strokes(19, 2))).toBe(400)
  expect(roomFor(strokes(20, 2))).toBe(0)
  expect(roomFor(strokes(5, 390))).toBe(50)
  expect(roomFor(strokes(2, 999))).toBe(0)
})
