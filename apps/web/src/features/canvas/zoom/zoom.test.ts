import { clientToImage, imageToClient } from '@pinmark/shared/coordinates'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  clampScale,
  fitScale,
  layoutOf,
  nextScale,
  scrollFor,
  wheelFactor,
  zoomAbout,
  type View,
  type Zoom,
} from './zoom'

const side = fc.integer({ min: 1, max: 65_500 })
const natural = fc.record({ width: side, height: side })
const view = fc.record({
  width: fc.integer({ min: 120, max: 3840 }),
  height: fc.integer({ min: 200, max: 2160 }),
  sideMargin: fc.constantFrom(12, 24),
})
const share = fc.double({ min: 0, max: 1, noNaN: true })
const scale = fc.double({ min: 0.01, max: 20, noNaN: true })

/** What a browser does: offsets stop at both ends and are whole device pixels (half a CSS pixel here). */
function scrolled(wanted: number, content: number, visible: number): number {
  return Math.round(Math.min(Math.max(wanted, 0), Math.max(0, content - visible)) * 2) / 2
}

function boxInView(
  zoom: Zoom,
  scroll: { x: number; y: number },
  view: View,
  size: { width: number; height: number },
) {
  const layout = layoutOf(zoom, view, size)
  const x = scrolled(scroll.x, layout.left + layout.width + layout.right, view.width)
  const y = scrolled(scroll.y, layout.top + layout.height + layout.bottom, view.height)
  return { left: layout.left - x, top: layout.top - y, width: layout.width, height: layout.height }
}

test('the pixel under the pointer moves less than 1 px, through any chain of zooms at any places', () => {
  fc.assert(
    fc.property(
      natural,
      view,
      fc.array(fc.tuple(scale, share, share), { minLength: 1, maxLength: 8 }),
      (size, view, steps) => {
        let zoom: Zoom = { fit: 'width' }
        let box = boxInView(zoom, { x: 0, y: 0 }, view, size)
        for (const [wanted, u, v] of steps) {
          const pointer = {
            x:
              Math.max(0, box.left) +
              u * (Math.min(view.width, box.left + box.width) - Math.max(0, box.left)),
            y:
              Math.max(0, box.top) + v * (Math.min(view.height, box.top + box.height) - Math.max(0, box.top)),
          }
          const image = clientToImage(pointer, box, size)
          // The corner of the frame is that of the viewport.
          const { x, y } = imageToClient(image, box, size)
          const anchor = { image, inView: { x, y } }
          zoom = zoomAbout(wanted, anchor, view, size)
          box = boxInView(zoom, scrollFor(anchor, layoutOf(zoom, view, size), size), view, size)
          const after = imageToClient(image, box, size)
          expect(Math.abs(after.x - anchor.inView.x)).toBeLessThanOrEqual(1)
          expect(Math.abs(after.y - anchor.inView.y)).toBeLessThanOrEqual(1)
        }
      },
    ),
  )
})

test('a fitted design is never enlarged, and keeps its proportions and margins', () => {
  fc.assert(
    fc.property(natural, view, fc.constantFrom('width', 'whole'), (size, view, fit) => {
      const layout = layoutOf({ fit }, view, size)
      expect(layout.scale).toBeLessThanOrEqual(1)
      expect(layout.width / layout.height).toBeCloseTo(size.width / size.height, 4)
      expect(layout.top).toBeGreaterThanOrEqual(36)
      expect(layout.left).toBeGreaterThanOrEqual(view.sideMargin)
      // The frame never scrolls sideways at a fit.
      expect(layout.left + layout.width + layout.right).toBeLessThanOrEqual(view.width + 1)
    }),
  )
})

test('a design that fits whole needs no scrolling', () => {
  fc.assert(
    fc.property(natural, view, (size, view) => {
      const layout = layoutOf({ fit: 'whole' }, view, size)
      // Widths are whole pixels: half a pixel of width is a little of height, more for narrow designs.
      const rounding = 1 + size.height / size.width
      expect(layout.top + layout.height + layout.bottom).toBeLessThanOrEqual(view.height + rounding)
    }),
  )
})

test('every part of the design can be scrolled into view at every zoom', () => {
  fc.assert(
    fc.property(natural, view, scale, share, share, (size, view, wanted, u, v) => {
      const anchor = {
        image: { x: u * size.width, y: v * size.height },
        inView: { x: v * view.width, y: u * view.height },
      }
      const layout = layoutOf(zoomAbout(wanted, anchor, view, size), view, size)
      for (const corner of [
        { x: 0, y: 0 },
        { x: size.width, y: size.height },
      ]) {
        const box = boxInView(
          zoomAbout(wanted, anchor, view, size),
          scrollFor({ image: corner, inView: { x: view.width / 2, y: view.height / 2 } }, layout, size),
          view,
          size,
        )
        const place = imageToClient(corner, box, size)
        expect(place.x).toBeGreaterThanOrEqual(-1)
        expect(place.x).toBeLessThanOrEqual(view.width + 1)
        expect(place.y).toBeGreaterThanOrEqual(-1)
        expect(place.y).toBeLessThanOrEqual(view.height + 1)
      }
    }),
  )
})

test.each([
  [1080 - 18, 24, 1014],
  [768 - 18, 24, 702],
  [704 - 18, 24, 638],
  [360, 12, 336],
])('a view of %i px with a margin of %i px shows a wide design %i px wide', (width, sideMargin, expected) => {
  const design = { width: 1440, height: 3200 }
  expect(layoutOf({ fit: 'width' }, { width, height: 500, sideMargin }, design).width).toBe(expected)
})

test('a small design stays at 100 % and is centred', () => {
  const layout = layoutOf(
    { fit: 'width' },
    { width: 800, height: 500, sideMargin: 24 },
    { width: 200, height: 100 },
  )
  expect(layout).toEqual({ scale: 1, width: 200, height: 100, left: 300, top: 200, right: 300, bottom: 200 })
})

test('a design is on whole pixels at 100 %, and centred like styles do it when it is reduced', () => {
  const frame = { width: 388, height: 500, sideMargin: 12 }

  const whole = layoutOf({ fit: 'width' }, frame, { width: 301, height: 203 })
  const smaller = layoutOf({ fit: 'width' }, frame, { width: 1440, height: 900 })

  expect([whole.left, whole.top]).toEqual([44, 149])
  expect(smaller.width).toBe(364)
  expect(smaller.top).toBe((500 - 227.5) / 2)
  expect(smaller.top + smaller.height + smaller.bottom).toBe(500)
})

test('plus and minus use round steps and stop at the limits', () => {
  const view = { width: 1062, height: 500, sideMargin: 24 }
  const design = { width: 1440, height: 3200 }
  expect(nextScale(0.704, 'in')).toBe(0.8)
  expect(nextScale(0.704, 'out')).toBe(0.67)
  expect(nextScale(1, 'in')).toBe(1.25)
  expect(nextScale(0.9999, 'in')).toBe(1.25)
  expect(nextScale(8, 'in')).toBe(8)
  expect(clampScale(40, view, design)).toBe(8)
  expect(clampScale(0, view, design)).toBe(0.1)
  const huge = { width: 3000, height: 65_500 }
  expect(clampScale(0, view, huge)).toBe(fitScale('whole', view, huge))
})

test('the wheel scales equally in both directions, and one notch never jumps', () => {
  expect(wheelFactor({ deltaY: 5, deltaMode: 0 }) * wheelFactor({ deltaY: -5, deltaMode: 0 })).toBeCloseTo(1)
  expect(wheelFactor({ deltaY: -120, deltaMode: 0 })).toBeLessThan(1.3)
  expect(wheelFactor({ deltaY: -3, deltaMode: 1 })).toBeLessThan(1.3)
})

test('steps change the zoom even if the design is too small to show each of them', () => {
  const view = { width: 1062, height: 500, sideMargin: 24 }
  const dot = { width: 1, height: 1 }
  const anchor = { image: { x: 0.5, y: 0.5 }, inView: { x: 500, y: 250 } }
  let scale = 1
  for (let press = 0; press < 20; press += 1)
    scale = zoomAbout(nextScale(scale, 'in'), anchor, view, dot).scale
  expect(scale).toBe(8)
})
