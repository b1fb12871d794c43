import type { ClientPoint, ImagePoint, ImageRegion, NaturalSize } from '@pinmark/shared/coordinates'
import { useLayoutEffect, useMemo, useState, type RefObject } from 'react'
import { createViewport } from './create-viewport'
import type { PointAnchor } from './anchors'
import type { RevealOptions } from './reveal'
import type { ViewStore } from './view-store'
import type { Fit } from './zoom'

export interface Viewport {
  /** The scroll container, and the box of the image in it. */
  readonly scrollerRef: RefObject<HTMLDivElement | null>
  readonly sheetRef: RefObject<HTMLDivElement | null>
  readonly natural: NaturalSize
  /** Size and place of the design; `useShown` reads it. Nothing else here changes from zoom to zoom. */
  readonly shown: ViewStore
  /** Called after a new layout was rendered. It scrolls to the offset of that zoom. */
  readonly settle: () => void
  /** Calls back after every scroll and every drawn zoom. Returns a function that stops listening. */
  readonly onMove: (listener: () => void) => () => void
  readonly fitTo: (fit: Fit) => void
  readonly step: (direction: 'in' | 'out') => void
  /** Zooms to `scale` around a point of the screen, by default the middle of the frame. */
  readonly zoomTo: (scale: number, at?: ClientPoint) => void
  /** Zooms so that an image pixel is at a point of the screen, as a pinch does. */
  readonly hold: (scale: number, image: ImagePoint, at: ClientPoint) => void
  /** Zooms until a region fills the frame, and brings it to the middle. */
  readonly zoomToRegion: (region: ImageRegion) => void
  /** The scale after all zooms so far. The last one may not be rendered yet. */
  readonly currentScale: () => number
  readonly pointAt: (at: ClientPoint) => ImagePoint | null
  readonly clientOf: (point: ImagePoint) => ClientPoint | null
  readonly centre: () => ImagePoint
  readonly anchorOf: (target: ImagePoint | ImageRegion) => PointAnchor
  readonly reveal: (target: ImagePoint | ImageRegion, options?: RevealOptions) => boolean
  /** Returns the y from which the window is covered at the bottom, in CSS pixels. Called each time, because
   *  windows rotate. */
  readonly cover: (fromPx: (() => number) | null) => void
  /** The point that stays in view when the size of the frame changes, for example on a rotated phone: the
   *  selected pin. */
  readonly keepInView: (point: ImagePoint | null) => void
}

/** Zoom and scroll of one design, connected to the elements that React renders. */
export function useViewport(natural: NaturalSize, sideMargin: number): Viewport {
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
