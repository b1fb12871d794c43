import fc from 'fast-check'
import { expect, test } from 'vitest'
import { edgePx, placeOnPhone } from './use-popup-place'

const screen = { left: 0, top: 0, width: 360, height: 640 }
const popup = { width: 324, height: 330 }

test('the popup on a phone is centred and 20 px below its point', () => {
  expect(placeOnPhone({ x: 300, y: 200 }, popup, screen, 20)).toMatchObject({
    left: 18,
    top: 220,
    side: 'below',
  })
})

test('without room below, the popup is above the pin', () => {
  const placed = placeOnPhone({ x: 100, y: 500 }, popup, screen, 20)
  expect(placed.side).toBe('above')
  expect(placed.top + popup.height).toBeLessThanOrEqual(500 - 33)
})

test('a region is not covered: the popup is below it, or above its pin', () => {
  expect(placeOnPhone({ x: 100, y: 100, height: 150 }, popup, screen, 20)).toMatchObject({ top: 270 })
  const above = placeOnPhone({ x: 100, y: 400, height: 200 }, popup, screen, 20)
  expect(above.side).toBe('above')
  expect(above.top + popup.height).toBeLessThanOrEqual(400 - 33)
  expect(placeOnPhone({ x: 100, y: 60, height: 570 }, popup, screen, 20)).toMatchObject({ top: 80 })
})

test('the popup stays in the visible part of the window above the keyboard', () => {
  const aboveKeyboard = { left: 0, top: 60, width: 360, height: 340 }
  const placed = placeOnPhone({ x: 100, y: 120 }, popup, aboveKeyboard, 20)
  expect(placed).toMatchObject({ side: 'below', top: 140, maxHeight: 252 })
})

const side = fc.double({ min: 320, max: 1_200, noNaN: true })

test('in any window the popup is completely visible, and never covers its own point', () => {
  fc.assert(
    fc.property(
      fc.record({
        width: side,
        height: side,
        left: fc.double({ min: 0, max: 50, noNaN: true }),
        top: fc.double({ min: 0, max: 300, noNaN: true }),
      }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.integer({ min: 100, max: 700 }),
      (area, down, height) => {
        const point = { x: area.left + 10, y: area.top + down * area.height }
        const size = { width: area.width * 0.9, height }
        const placed = placeOnPhone(point, size, area, 20)
        const shown = Math.min(height, placed.maxHeight)
        expect(placed.top).toBeGreaterThanOrEqual(area.top + edgePx - 0.001)
        expect(placed.top + shown).toBeLessThanOrEqual(area.top + area.height - edgePx + 0.001)
        expect(point.y > placed.top && point.y < placed.top + shown).toBe(false)
      },
    ),
  )
})
