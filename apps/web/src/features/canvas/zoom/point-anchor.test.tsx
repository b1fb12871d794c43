import { expect, test } from 'vitest'
import { pointAnchor } from './anchors'

const natural = { width: 1000, height: 2000 }

/** A frame of 400 by 300 px, in which the design is drawn at half its size from `top` on. */
function boxesAt(top: number) {
  const [scroller, sheet] = [document.createElement('div'), document.createElement('div')]
  const frame = new DOMRect(0, 0, 400, 300)
  return () => ({ scroller, sheet, frame, box: new DOMRect(0, top, 500, 1000), natural })
}

function edges({ left, top, right, bottom }: DOMRect) {
  return { left, top, right, bottom }
}

test('a point is a box without a size, at its place on the screen', () => {
  const anchor = pointAnchor({ x: 100, y: 200 }, boxesAt(10))
  expect(anchor.isRegion).toBe(false)
  expect(edges(anchor.getBoundingClientRect())).toEqual({ left: 50, top: 110, right: 50, bottom: 110 })
})

test('for a region only the part in the frame counts', () => {
  const anchor = pointAnchor({ x: 600, y: 400, w: 400, h: 800 }, boxesAt(0))
  expect(anchor.isRegion).toBe(true)
  expect(edges(anchor.getBoundingClientRect())).toEqual({ left: 300, top: 200, right: 400, bottom: 300 })
})

test('a region scrolled out of the frame stays beyond the edge that it left by', () => {
  const anchor = pointAnchor({ x: 100, y: 100, w: 200, h: 200 }, boxesAt(-400))
  expect(edges(anchor.getBoundingClientRect())).toEqual({ left: 50, top: -250, right: 150, bottom: -250 })
})

test('before the first layout the box is empty', () => {
  const anchor = pointAnchor({ x: 100, y: 100 }, () => null)
  expect(anchor.contextElement).toBe(document.body)
  expect(edges(anchor.getBoundingClientRect())).toEqual({ left: 0, top: 0, right: 0, bottom: 0 })
})
