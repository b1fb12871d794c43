import { expect, test } from 'vitest'
import { scrollFor } from './zoom'
import { createZoomState } from './use-viewport'

const natural = { width: 1000, height: 3000 }
const view = { width: 548, height: 700, sideMargin: 24 }
const anchor = { image: { x: 400, y: 900 }, inView: { x: 200, y: 300 } }

test('a design has no layout before its frame is measured, even after a zoom', () => {
  const zoom = createZoomState(natural)
  zoom.zoomAbout(2, anchor)
  expect(zoom.shown.get()).toEqual({ layout: null, fit: 'width', scroll: null })
  expect(zoom.scale()).toBe(1)
})

test('a fitted design fits again in a frame of another size', () => {
  const zoom = createZoomState(natural)
  zoom.resize(view, null)
  expect(zoom.shown.get()).toMatchObject({ layout: { width: 500 }, fit: 'width', scroll: null })
  zoom.resize({ ...view, width: 348 }, null)
  expect(zoom.shown.get()).toMatchObject({ layout: { width: 300 }, fit: 'width' })
})

test('a free zoom keeps its scale in a frame of another size', () => {
  const zoom = createZoomState(natural)
  zoom.resize(view, null)
  zoom.zoomAbout(2, anchor)
  zoom.resize({ ...view, height: 400 }, anchor)
  expect(zoom.shown.get()).toMatchObject({ layout: { width: 2000 }, fit: null })
  expect(zoom.scale()).toBe(2)
})

test('the anchor of a zoom is pending until it is taken, once', () => {
  const zoom = createZoomState(natural)
  zoom.resize(view, null)
  zoom.zoomAbout(2, anchor)
  const { layout, scroll } = zoom.shown.get()
  expect(scroll).toEqual(layout && scrollFor(anchor, layout, natural))
  expect(zoom.takePending()).toBe(anchor)
  expect(zoom.takePending()).toBeNull()
})

test('another design starts with the zoom of the previous one', () => {
  const zoom = createZoomState(natural)
  zoom.resize(view, null)
  zoom.zoomAbout(2, anchor)
  zoom.setNatural({ width: 300, height: 200 })
  expect(zoom.shown.get().layout).toMatchObject({ width: 600, height: 400 })
})
