import {
  clientToImage,
  imageToClient,
  type ClientPoint,
  type ImagePoint,
  type ImageRegion,
  type NaturalSize,
} from '@pinmark/shared/coordinates'
import { useCallback, useLayoutEffect, useMemo, useRef, useState, type RefObject } from 'react'
import { anchorAt, anchorOfPoint, isIn, rescale, sameView } from './anchors'
import { makeRoom, revealPoint, type RevealOptions, type ScrollBoxes } from './reveal'
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
import { createSignal, createViewStore, type ViewStore } from './view-store'

/** A point of the design as the anchor of a popup: a box of size 0 that follows scroll and zoom. For a
 *  region it is the part of the region that its frame shows. */
export interface PointAnchor {
  readonly contextElement: Element
  readonly isRegion: boolean
  getBoundingClientRect(): DOMRect
}

export interface Viewport {
  /** The scroll container, and the box of the image in it. */
  readonly scrollerRef: RefObject<HTMLDivElement | null>
  readonly sheetRef: RefObject<HTMLDivElement | null>
  readonly natural: NaturalSize
  /** Size and place of the design; `useShown` reads it. Nothing else here changes from zoom to zoom. */
  readonly shown: ViewStore
  /** Called after a new layout was rendered: scrolls to the offset that belongs to that zoom. */
  readonly settle: () => void
  /** Calls back after every scroll and every zoom that was drawn. Answers how to stop listening. */
  readonly onMove: (listener: () => void) => () => void
  readonly fitTo: (fit: Fit) => void
  readonly step: (direction: 'in' | 'out') => void
  /** Zooms to `scale` about a place of the screen, by default the middle of the frame. */
  readonly zoomTo: (scale: number, at?: ClientPoint) => void
  /** Zooms so that an image pixel comes to lie at a place of the screen: what a pinch does. */
  readonly hold: (scale: number, image: ImagePoint, at: ClientPoint) => void
  /** Zooms until a region fills the frame, and brings it to the middle. */
  readonly zoomToRegion: (region: ImageRegion) => void
  /** The scale after all zooms so far, although the last may not be rendered yet. */
  readonly currentScale: () => number
  readonly pointAt: (at: ClientPoint) => ImagePoint | null
  readonly clientOf: (point: ImagePoint) => ClientPoint | null
  readonly centre: () => ImagePoint
  readonly anchorOf: (target: ImagePoint | ImageRegion) => PointAnchor
  readonly reveal: (target: ImagePoint | ImageRegion, options?: RevealOptions) => void
  /** From which y of the window down it is covered, in CSS pixels; called each time, since windows rotate. */
  readonly cover: (fromPx: (() => number) | null) => void
  /** The point that stays in view when the frame's size changes, on a rotated phone for example: the selected pin. */
  readonly keepInView: (point: ImagePoint | null) => void
}

/** Owns zoom and scroll of one design. The image pixel that is zoomed about stays on its screen pixel. */
export function useViewport(natural: NaturalSize, sideMargin: number): Viewport {
  const scrollerRef = useRef<HTMLDivElement>(null)
  const sheetRef = useRef<HTMLDivElement>(null)
  const [shown] = useState(createViewStore)
  const [moved] = useState(createSignal)
  const latest = useRef<{ view: View | null; zoom: Zoom; natural: NaturalSize }>({
    view: null,
    zoom: { fit: 'width' },
    natural,
  })
  const pending = useRef<Anchor | null>(null)
  const keptPoint = useRef<ImagePoint | null>(null)
  /** A reveal that was called before the first layout, as by a link to a comment. */
  const awaited = useRef<{ point: ImagePoint | ImageRegion; options: RevealOptions } | null>(null)
  const coveredFrom = useRef<(() => number) | null>(null)
  const lastHeld = useRef<{ anchor: Anchor; left: number; top: number } | null>(null)

  const publish = useCallback(() => {
    const { view, zoom, natural: size } = latest.current
    const layout = view && layoutOf(zoom, view, size)
    const anchor = pending.current
    const scroll = anchor && layout && scrollFor(anchor, layout, size)
    shown.set({ layout, fit: 'fit' in zoom ? zoom.fit : null, scroll })
  }, [shown])

  const apply = useCallback(
    (zoom: Zoom, anchor: Anchor | null) => {
      latest.current.zoom = zoom
      pending.current = anchor
      publish()
    },
    [publish],
  )

  useLayoutEffect(() => {
    latest.current.natural = natural
    publish()
  }, [natural, publish])

  const centreAnchor = useCallback((): Anchor | null => {
    const scroller = scrollerRef.current
    const sheet = sheetRef.current
    const known = latest.current.view
    if (!scroller || !sheet || !known) return null
    const frame = scroller.getBoundingClientRect()
    const middle = { x: frame.left + known.width / 2, y: frame.top + known.height / 2 }
    return anchorAt(middle, frame, sheet.getBoundingClientRect(), latest.current.natural)
  }, [])

  /** The selected pin keeps its share of the frame if it is in view, else what is in the middle does. At the top of a
   *  fitted design there is nothing to keep: it stays at the top. */
  const placeToKeep = useCallback(
    (before: View, next: View): Anchor | null => {
      const scroller = scrollerRef.current
      const sheet = sheetRef.current
      if (!scroller || !sheet) return null
      const kept = keptPoint.current
      if (kept) {
        const [frame, box] = [scroller.getBoundingClientRect(), sheet.getBoundingClientRect()]
        const anchor = anchorOfPoint(kept, frame, box, latest.current.natural)
        if (isIn(anchor.inView, before)) return rescale(anchor, before, next)
      }
      const isAtTop = 'fit' in latest.current.zoom && scroller.scrollTop === 0
      const centre = isAtTop ? null : centreAnchor()
      return centre && rescale(centre, before, next)
    },
    [centreAnchor],
  )

  useLayoutEffect(() => {
    const scroller = scrollerRef.current
    if (!scroller) return undefined
    const measure = () => {
      const next = { width: scroller.clientWidth, height: scroller.clientHeight, sideMargin }
      const before = latest.current.view
      if (before && sameView(before, next)) return
      // A rotation resizes the frame more than once; only the last size counts.
      const awaits = pending.current
      const anchor = before && (awaits ? rescale(awaits, before, next) : placeToKeep(before, next))
      latest.current.view = next
      const { zoom, natural: size } = latest.current
      if (!anchor) publish()
      else apply('fit' in zoom ? zoom : zoomAbout(zoom.scale, anchor, next, size), anchor)
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(scroller)
    scroller.addEventListener('scroll', moved.send, { passive: true })
    return () => {
      observer.disconnect()
      scroller.removeEventListener('scroll', moved.send)
    }
  }, [apply, publish, placeToKeep, moved, sideMargin])

  const revealIn = useCallback(
    (boxes: ScrollBoxes, point: ImagePoint | ImageRegion, options: RevealOptions) => {
      const coveredFromPx = options.coveredFromPx ?? coveredFrom.current?.()
      makeRoom(boxes.scroller, coveredFromPx)
      revealPoint(boxes, point, latest.current.natural, { ...options, coveredFromPx })
    },
    [],
  )

  const settle = useCallback(() => {
    const { layout } = shown.get()
    const scroller = scrollerRef.current
    const sheet = sheetRef.current
    if (!layout || !scroller || !sheet) return
    const { natural: size } = latest.current
    const anchor = pending.current
    pending.current = null
    if (anchor) {
      const offset = scrollFor(anchor, layout, size)
      scroller.scrollTo({ left: offset.x, top: offset.y, behavior: 'instant' })
      lastHeld.current = { anchor, left: scroller.scrollLeft, top: scroller.scrollTop }
    }
    const first = awaited.current
    awaited.current = null
    // After a rotation the frame itself may be outside the window.
    const kept = anchor && anchor.image === keptPoint.current ? anchor.image : null
    const point = first?.point ?? kept
    if (point) revealIn({ scroller, sheet }, point, { ...first?.options, behavior: 'instant' })
    if (kept) {
      // A smooth scroll under way is drawn apart from this thread, and its last step may come on top.
      afterNextFrame(() => {
        if (keptPoint.current === kept) revealIn({ scroller, sheet }, kept, { behavior: 'instant' })
      })
    }
    moved.send()
  }, [shown, moved, revealIn])

  const actions = useMemo(() => {
    const currentScale = () => {
      const { view: known, zoom: asked, natural: size } = latest.current
      return known ? scaleOf(asked, known, size) : 1
    }
    const zoomWith = (scale: number, anchor: Anchor | null) => {
      const { view: known, natural: size } = latest.current
      if (anchor && known) apply(zoomAbout(scale, anchor, known, size), anchor)
    }
    const boxes = () => {
      const scroller = scrollerRef.current
      const sheet = sheetRef.current
      return scroller && sheet
        ? { frame: scroller.getBoundingClientRect(), box: sheet.getBoundingClientRect(), scroller, sheet }
        : null
    }
    return {
      currentScale,
      fitTo: (fit: Fit) => apply({ fit }, centreAnchor()),
      step: (direction: 'in' | 'out') => zoomWith(nextScale(currentScale(), direction), centreAnchor()),
      zoomTo: (scale: number, at?: ClientPoint) => {
        const found = boxes()
        if (!found) return
        if (!at) {
          zoomWith(scale, centreAnchor())
          return
        }
        // A turn of the wheel comes in many events. As long as nothing else moved, they all hold the first one's
        // pixel: scroll offsets are whole screen pixels, and re-reading would add up their rounding.
        const inView = { x: at.x - found.frame.left, y: at.y - found.frame.top }
        const held = lastHeld.current
        const isSame =
          held !== null &&
          (pending.current === null || pending.current === held.anchor) &&
          Math.hypot(held.anchor.inView.x - inView.x, held.anchor.inView.y - inView.y) < 1 &&
          held.left === found.scroller.scrollLeft &&
          held.top === found.scroller.scrollTop
        zoomWith(scale, isSame ? held.anchor : anchorAt(at, found.frame, found.box, latest.current.natural))
      },
      zoomToRegion: ({ x, y, w, h }: ImageRegion) => {
        const known = latest.current.view
        if (!known) return
        const scale = Math.min((known.width - 2 * regionAirPx) / w, (known.height - 2 * regionAirPx) / h)
        const middle = { x: known.width / 2, y: known.height / 2 }
        zoomWith(scale, { image: { x: x + w / 2, y: y + h / 2 }, inView: middle })
      },
      hold: (scale: number, image: ImagePoint, at: ClientPoint) => {
        const frame = boxes()?.frame
        if (frame) zoomWith(scale, { image, inView: { x: at.x - frame.left, y: at.y - frame.top } })
      },
      pointAt: (at: ClientPoint) => {
        const box = boxes()?.box
        return box && box.width > 0 ? clientToImage(at, box, latest.current.natural) : null
      },
      clientOf: (point: ImagePoint) => {
        const box = boxes()?.box
        return box ? imageToClient(point, box, latest.current.natural) : null
      },
      centre: () => centreAnchor()?.image ?? { x: latest.current.natural.width / 2, y: 0 },
      // The boxes are looked up when they are asked for: a link to a comment selects it in the render that first draws
      // them, and its popup is measured after that.
      anchorOf: (target: ImagePoint | ImageRegion): PointAnchor => ({
        get contextElement() {
          return sheetRef.current ?? document.body
        },
        isRegion: 'w' in target,
        getBoundingClientRect: () => {
          const found = boxes()
          if (!found) return new DOMRect()
          const box = found.sheet.getBoundingClientRect()
          const { x, y } = imageToClient(target, box, latest.current.natural)
          if (!('w' in target)) return new DOMRect(x, y, 0, 0)
          const scale = box.width / latest.current.natural.width
          const region = new DOMRect(x, y, target.w * scale, target.h * scale)
          return visiblePart(region, found.scroller.getBoundingClientRect())
        },
      }),
      cover: (fromPx: (() => number) | null) => {
        coveredFrom.current = fromPx
        if (scrollerRef.current) makeRoom(scrollerRef.current, fromPx?.())
      },
      keepInView: (point: ImagePoint | null) => {
        keptPoint.current = point
      },
      reveal: (point: ImagePoint | ImageRegion, options: RevealOptions = {}) => {
        const found = boxes()
        if (found) revealIn(found, point, options)
        else awaited.current = { point, options }
      },
    }
  }, [apply, revealIn, centreAnchor])

  return useMemo(
    () => ({ scrollerRef, sheetRef, natural, shown, settle, onMove: moved.listen, ...actions }),
    [natural, shown, settle, moved, actions],
  )
}

/** Room for the pin of a region that fills the frame. */
const regionAirPx = 48

/** A region that was scrolled away keeps a place beyond the edge it left by. */
function visiblePart(region: DOMRect, frame: DOMRect): DOMRect {
  const [left, right] = overlap([region.left, region.right], [frame.left, frame.right])
  const [top, bottom] = overlap([region.top, region.bottom], [frame.top, frame.bottom])
  return new DOMRect(left, top, right - left, bottom - top)
}

function overlap([start, end]: [number, number], [min, max]: [number, number]): [number, number] {
  if (start > max || end < min) return start > max ? [start, start] : [end, end]
  return [Math.max(start, min), Math.min(end, max)]
}

function afterNextFrame(work: () => void): void {
  requestAnimationFrame(() => requestAnimationFrame(work))
}
