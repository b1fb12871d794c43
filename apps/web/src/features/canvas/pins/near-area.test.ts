import { expect, test } from 'vitest'
import { nearArea } from './near-area'

const visible = { x: 0, y: 1000, w: 1000, h: 500 }

test('the first area is the visible part and a margin in screen pixels', () => {
  expect(nearArea(null, visible, 1)).toEqual({ x: -140, y: 860, w: 1280, h: 780 })
  expect(nearArea(null, visible, 0.5)).toEqual({ x: -280, y: 720, w: 1560, h: 1060 })
})

test('small scrolls keep the area, and larger ones replace it', () => {
  const area = nearArea(null, visible, 1)
  expect(nearArea(area, { ...visible, y: 1100 }, 1)).toBe(area)
  expect(nearArea(area, { ...visible, y: 1101 }, 1)).toEqual({ x: -140, y: 961, w: 1280, h: 780 })
  expect(nearArea(area, { ...visible, x: -101 }, 1)).not.toBe(area)
})

test('zooming out enlarges the area, and zooming in reduces one that is far too large', () => {
  const area = nearArea(null, visible, 1)
  const out = nearArea(area, { x: -200, y: 900, w: 1400, h: 700 }, 0.7)
  expect(out.w).toBeGreaterThan(area.w)
  expect(nearArea(area, { x: 200, y: 1100, w: 700, h: 350 }, 1.4)).toBe(area)
  expect(nearArea(area, { x: 300, y: 1200, w: 500, h: 250 }, 2).w).toBeLessThan(area.w)
  expect(nearArea(area, { x: 400, y: 1300, w: 125, h: 63 }, 8).w).toBeLessThan(area.w)
})
