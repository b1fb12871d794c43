import {
  clientToImage,
  imageToClient,
  type ClientPoint,
  type ImagePoint,
  type ImageRegion,
  type NaturalSize,
} from '@pinmark/shared/coordinates'
import { createRef, useLayoutEffect, useMemo, useState } from 'react'
import {
  anchorAt,
  anchorOfPoint,
  createHeldAnchor,
  isInView,
  pointAnchor,
  rescaleAnchor,
  sameView,
  type Boxes,
} from './anchors'
import { createRevealer, type RevealOptions } from './reveal'
import { createSignal, createStore } from '../../../lib/store'
import type { Shown } from './view-store'
import {
  layoutOf,
  nextScale,
  scaleOf,
  scrollFor,
  zoomAbout,
  type Anchor,
  type Fit,
  type View,
  type Zoom,
} from './zoom'

/** Room for the pin of a region that fills the frame. */
const regionAirPx = 48

export type Viewport = ReturnType<typeof useViewport>

/** Zoom and scroll of one design, connected to the elements that React renders. */
export function useViewport(natural: NaturalSize, sideMargin: number) {
  const [viewport] = useState(() => createViewport(natural))
  useLayoutEffect(() => viewport.setNatural(natural), [natural, viewport])
  useLayoutEffect(() => {
    const scroller = viewport.scrollerRef.current
    if (!scroller) return undefined
    const measure = () => viewport.measure(scroller, sideMargin)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(scroller)
    scroller.addEventListener('scroll', viewport.moved.send, { passive: true })
    return () => {
      observer.disconnect()
      scroller.removeEventListener('scroll', viewport.moved.send)
    }
  }, [viewport, sideMargin])
  return useMemo(() => ({ ...viewport, natural, onMove: viewport.moved.listen }), [natural, viewport])
}

/** Zoom and scroll of one design, outside React. The pixel at the centre of a zoom stays at its screen
 *  position. */
export function createViewport(size: NaturalSize) {
  const scrollerRef = createRef<HTMLDivElement>()
  const sheetRef = createRef<HTMLDivElement>()
  const zoom = createZoomState(size)
  const { now } = zoom
  const revealer = createRevealer(now)
  const held = createHeldAnchor()
  const moved = createSignal()

  function boxes(): Boxes | null {
    const scroller = scrollerRef.current
    const sheet = sheetRef.current
    if (!scroller || !sheet) return null
    const [frame, box] = [scroller.getBoundingClientRect(), sheet.getBoundingClientRect()]
    return { scroller, sheet, frame, box, natural: now.natural }
  }

  function centreAnchor(): Anchor | null {
    const found = boxes()
    if (!found || !now.view) return null
    const { frame, box } = found
    const middle = { x: frame.left + now.view.width / 2, y: frame.top + now.view.height / 2 }
    return anchorAt(middle, frame, box, now.natural)
  }

  /** The kept point keeps its share of the frame if it is in view or comes into view, otherwise the pixel in the middle
   *  does. A fitted design that is scrolled to its top stays at the top. */
  function anchorToKeep(scroller: HTMLElement, before: View, next: View): Anchor | null {
    const found = boxes()
    if (!found) return null
    const kept = revealer.kept()
    if (kept) {
      const anchor = anchorOfPoint(kept, found.frame, found.box, now.natural)
      // The browser has resized the frame already: one that grew at the end of the design has moved the point.
      const larger = {
        ...next,
        width: Math.max(before.width, next.width),
        height: Math.max(before.height, next.height),
      }
      if (isInView(anchor.inView, larger) || revealer.isMoving()) return rescaleAnchor(anchor, before, next)
    }
    const isAtTop = 'fit' in now.zoom && scroller.scrollTop === 0
    const centre = isAtTop ? null : centreAnchor()
    return centre && rescaleAnchor(centre, before, next)
  }

  return {
    /** The scroll container, and the box of the image in it. */
    scrollerRef,
    sheetRef,
    /** Size and place of the design; `useShown` reads it. Nothing else here changes from zoom to zoom. */
    shown: zoom.shown,
    /** Signals every scroll and every drawn zoom. */
    moved,
    setNatural: zoom.setNatural,
    /** Takes the frame's size as it is now. */
    measure: (scroller: HTMLElement, sideMargin: number) => {
      const next = { width: scroller.clientWidth, height: scroller.clientHeight, sideMargin }
      const { view: before, pending } = now
      if (before && sameView(before, next)) return
      // A rotation resizes the frame more than once; only the last size counts.
      const anchor =
        before && (pending ? rescaleAnchor(pending, before, next) : anchorToKeep(scroller, before, next))
      zoom.resize(next, anchor)
    },
    /** Called after a new layout was rendered. It scrolls to the offset of that zoom. */
    settle: () => {
      const { layout } = zoom.shown.get()
      const found = boxes()
      if (!layout || !found) return
      const anchor = zoom.takePending()
      if (anchor) {
        const { x: left, y: top } = scrollFor(anchor, layout, now.natural)
        found.scroller.scrollTo({ left, top, behavior: 'instant' })
        held.remember(anchor, found.scroller)
      }
      revealer.afterLayout(found, anchor)
      moved.send()
    },
    /** The scale after all zooms so far. The last one may not be rendered yet. */
    currentScale: zoom.scale,
    fitTo: (fit: Fit) => zoom.fitTo(fit, centreAnchor()),
    step: (direction: 'in' | 'out') => zoom.zoomAbout(nextScale(zoom.scale(), direction), centreAnchor()),
    /** Zooms to `scale` around a point of the screen, by default the middle of the frame. */
    zoomTo: (scale: number, at?: ClientPoint) => {
      const found = boxes()
      if (!found) return
      if (!at) return zoom.zoomAbout(scale, centreAnchor())
      const { scroller, frame, box } = found
      const inView = { x: at.x - frame.left, y: at.y - frame.top }
      const anchor = held.find(inView, scroller, now.pending) ?? anchorAt(at, frame, box, now.natural)
      zoom.zoomAbout(scale, anchor)
    },
    /** Zooms until a region fills the frame, and brings it to the middle. */
    zoomToRegion: ({ x, y, w, h }: ImageRegion) => {
      if (!now.view) return
      const { width, height } = now.view
      const scale = Math.min((width - 2 * regionAirPx) / w, (height - 2 * regionAirPx) / h)
      const inView = { x: width / 2, y: height / 2 }
      zoom.zoomAbout(scale, { image: { x: x + w / 2, y: y + h / 2 }, inView })
    },
    /** Zooms so that an image pixel is at a point of the screen, as a pinch does. */
    hold: (scale: number, image: ImagePoint, at: ClientPoint) => {
      const frame = boxes()?.frame
      if (frame) zoom.zoomAbout(scale, { image, inView: { x: at.x - frame.left, y: at.y - frame.top } })
    },
    pointAt: (at: ClientPoint) => {
      const box = boxes()?.box
      return box && box.width > 0 ? clientToImage(at, box, now.natural) : null
    },
    clientOf: (point: ImagePoint) => {
      const box = boxes()?.box
      return box ? imageToClient(point, box, now.natural) : null
    },
    centre: () => centreAnchor()?.image ?? { x: now.natural.width / 2, y: 0 },
    anchorOf: (target: ImagePoint | ImageRegion) => pointAnchor(target, boxes),
    reveal: (target: ImagePoint | ImageRegion, options?: RevealOptions) =>
      revealer.reveal(boxes(), target, options),
    /** Takes the y from which the window is covered at the bottom, in CSS pixels. Called each time, because windows
     *  rotate. */
    cover: (fromPx: (() => number) | null) => revealer.cover(scrollerRef.current, fromPx),
    /** The point that stays in view when the size of the frame changes, for example on a rotated phone: the selected
     *  pin. */
    keepInView: revealer.keepInView,
  }
}

interface State {
  natural: NaturalSize
  /** Null until the frame is measured. */
  view: View | null
  zoom: Zoom
  /** The pixel that must keep its position until the new layout is drawn and scrolled. */
  pending: Anchor | null
}

/** The zoom of one design in its frame, and the layout that follows from both. */
export function createZoomState(natural: NaturalSize) {
  const state: State = { natural, view: null, zoom: { fit: 'width' }, pending: null }
  const shown = createStore<Shown>({ layout: null, fit: 'width', scroll: null })

  function publish(): void {
    const { view, zoom, pending } = state
    const layout = view && layoutOf(zoom, view, state.natural)
    const scroll = pending && layout && scrollFor(pending, layout, state.natural)
    shown.set({ layout, fit: 'fit' in zoom ? zoom.fit : null, scroll })
  }

  function apply(zoom: Zoom, anchor: Anchor | null): void {
    state.zoom = zoom
    state.pending = anchor
    publish()
  }

  return {
    shown,
    /** The present values. They may be ahead of what is drawn. */
    now: state as Readonly<State>,
    scale: () => (state.view ? scaleOf(state.zoom, state.view, state.natural) : 1),
    setNatural: (size: NaturalSize) => {
      state.natural = size
      publish()
    },
    resize: (view: View, anchor: Anchor | null) => {
      state.view = view
      const { zoom } = state
      if (!anchor) publish()
      else apply('fit' in zoom ? zoom : zoomAbout(zoom.scale, anchor, view, state.natural), anchor)
    },
    fitTo: (fit: Fit, anchor: Anchor | null) => apply({ fit }, anchor),
    zoomAbout: (scale: number, anchor: Anchor | null) => {
      if (anchor && state.view) apply(zoomAbout(scale, anchor, state.view, state.natural), anchor)
    },
    /** The pending anchor, after its layout is drawn. */
    takePending: () => {
      const { pending } = state
      state.pending = null
      return pending
    },
  }
}
