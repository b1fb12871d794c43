import { beforeEach, describe, expect, test, vi } from 'vitest'
import { givenCanvasLayout } from '../../../../test/canvas-layout'
import { createViewport } from './use-viewport'

const sideMargin = 24
/** Top left corner of the frame of `givenCanvasLayout`. */
const frameAt = { x: 0, y: 200 }

beforeEach(givenCanvasLayout)

/** A viewport of a design of 1440 x 3200 px whose box is drawn as React would draw it. */
function givenViewport(size = { width: 1440, height: 3200 }) {
  const viewport = createViewport(size)
  const [scroller, sheet] = [document.createElement('div'), document.createElement('div')]
  scroller.className = 'canvas-scroller'
  sheet.className = 'canvas-sheet'
  scroller.append(sheet)
  document.body.append(scroller)
  Object.assign(viewport.scrollerRef, { current: scroller })
  Object.assign(viewport.sheetRef, { current: sheet })
  const draw = () => {
    const { layout } = viewport.shown.get()
    if (!layout) throw new Error('The frame was measured.')
    const { left, top, width, height } = layout
    for (const [name, value] of Object.entries({ left, top, width, height }))
      sheet.style.setProperty(name, `${value}px`)
    viewport.settle()
  }
  viewport.measure(scroller, sideMargin)
  draw()
  /** Draws the zoom that `change` asks for. */
  const zoom = (change: () => void) => {
    change()
    draw()
  }
  return { viewport, scroller, zoom, draw }
}

test('a design starts fitted to the width of the frame', () => {
  const { viewport } = givenViewport()
  expect(viewport.currentScale()).toBeCloseTo((1062 - 2 * sideMargin) / 1440, 3)
  expect(viewport.shown.get().fit).toBe('width')
})

test('a smaller design is shown at 100 %', () => {
  expect(givenViewport({ width: 400, height: 300 }).viewport.currentScale()).toBe(1)
})

test('a point of the screen and its image pixel convert into each other', () => {
  const { viewport } = givenViewport()
  const at = { x: 300, y: 420 }
  const pixel = viewport.pointAt(at)
  if (!pixel) throw new Error('The design is drawn.')
  const back = viewport.clientOf(pixel)
  expect(back?.x).toBeCloseTo(at.x, 1)
  expect(back?.y).toBeCloseTo(at.y, 1)
})

test.each([0.25, 2, 8])('the pixel under the pointer stays there at a zoom of %s', (scale) => {
  const { viewport, zoom } = givenViewport()
  zoom(() => viewport.zoomTo(2))
  const at = { x: frameAt.x + 500, y: frameAt.y + 250 }
  const before = viewport.pointAt(at)
  if (!before) throw new Error('The design is drawn.')
  zoom(() => viewport.zoomTo(scale, at))
  expect(viewport.currentScale()).toBeCloseTo(scale, 2)
  // The design is drawn at whole CSS pixels.
  const after = viewport.clientOf(before)
  expect(Math.abs((after?.x ?? 0) - at.x)).toBeLessThanOrEqual(0.5)
  expect(Math.abs((after?.y ?? 0) - at.y)).toBeLessThanOrEqual(0.5)
})

test('a pinch brings a pixel to the point between the fingers', () => {
  const { viewport, zoom } = givenViewport()
  const at = { x: frameAt.x + 200, y: frameAt.y + 300 }
  zoom(() => viewport.hold(2, { x: 700, y: 1500 }, at))
  const pixel = viewport.pointAt(at)
  expect(pixel?.x).toBeCloseTo(700, 3)
  expect(pixel?.y).toBeCloseTo(1500, 3)
})

test('the scale stays between a tenth and eight times', () => {
  const { viewport, zoom } = givenViewport()
  zoom(() => viewport.zoomTo(100))
  expect(viewport.currentScale()).toBe(8)
  zoom(() => viewport.zoomTo(0.001))
  expect(viewport.currentScale()).toBeCloseTo(0.1, 2)
})

test('a zoom to a region shows its middle in the middle of the frame, with room around it', () => {
  const { viewport, zoom } = givenViewport()
  zoom(() => viewport.zoomToRegion({ x: 600, y: 1000, w: 200, h: 100 }))
  const centre = viewport.centre()
  expect(centre.x).toBeCloseTo(700, 3)
  expect(centre.y).toBeCloseTo(1050, 3)
  expect(200 * viewport.currentScale()).toBeLessThan(1062)
  expect(100 * viewport.currentScale()).toBeLessThan(500)
})

test('fitting returns to the whole design', () => {
  const { viewport, zoom } = givenViewport()
  zoom(() => viewport.zoomTo(3))
  zoom(() => viewport.fitTo('whole'))
  expect(3200 * viewport.currentScale()).toBeLessThanOrEqual(500)
  expect(viewport.shown.get().fit).toBe('whole')
})

describe('when the frame changes its size', () => {
  const resize = ({ viewport, scroller, draw }: ReturnType<typeof givenViewport>, width: number) => {
    vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(width)
    viewport.measure(scroller, sideMargin)
    draw()
  }

  test('the pixel in the middle of its height stays there', () => {
    const given = givenViewport()
    given.zoom(() => given.viewport.zoomTo(1))
    given.scroller.scrollTo({ left: 200, top: 900 })
    const before = given.viewport.centre()
    resize(given, 600)
    expect(given.viewport.centre().y).toBeCloseTo(before.y, 0)
  })

  test('a kept point stays in view', () => {
    const given = givenViewport()
    given.zoom(() => given.viewport.zoomTo(1))
    given.scroller.scrollTo({ left: 0, top: 900 })
    const kept = given.viewport.pointAt({ x: frameAt.x + 900, y: frameAt.y + 100 })
    if (!kept) throw new Error('The design is drawn.')
    given.viewport.keepInView(kept)
    resize(given, 600)
    const at = given.viewport.clientOf(kept)
    expect(at?.x).toBeGreaterThan(0)
    expect(at?.x).toBeLessThan(600)
    expect(at?.y).toBeCloseTo(frameAt.y + 100, 0)
  })

  test('a kept point to which a smooth scroll has only begun comes into view', () => {
    const given = givenViewport()
    given.zoom(() => given.viewport.zoomTo(1))
    const kept = { x: 700, y: 1_600 }
    given.viewport.keepInView(kept)
    vi.spyOn(given.scroller, 'scrollBy').mockImplementationOnce(() => undefined)
    given.viewport.reveal(kept)
    expect(given.viewport.clientOf(kept)?.y).toBeGreaterThan(frameAt.y + given.scroller.clientHeight)

    resize(given, 600)

    expect(given.viewport.clientOf(kept)?.y).toBeLessThan(frameAt.y + given.scroller.clientHeight)
    expect(given.viewport.clientOf(kept)?.y).toBeGreaterThan(frameAt.y)
  })

  test('a fitted design at its top stays there', () => {
    const given = givenViewport()
    resize(given, 600)
    expect(given.scroller.scrollTop).toBe(0)
    expect(given.viewport.currentScale()).toBeCloseTo((600 - 2 * sideMargin) / 1440, 3)
  })
})

test('before the first layout nothing is where a pointer is', () => {
  const viewport = createViewport({ width: 800, height: 600 })
  expect(viewport.pointAt({ x: 1, y: 1 })).toBeNull()
  expect(viewport.clientOf({ x: 1, y: 1 })).toBeNull()
  expect(viewport.centre()).toEqual({ x: 400, y: 0 })
})
