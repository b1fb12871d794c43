import {
  imageToClient,
  type ClientPoint,
  type ViewPoint,
  type ImagePoint,
  type NaturalSize,
} from '@pinmark/shared/coordinates'

/** The size of the design and its position in the frame. Zoom changes the layout width inside a scroll
 *  container, so there is no transform: a zoom results in sizes, margins, and a scroll offset that keeps a
 *  chosen pixel still. */

/** The visible part of the frame in CSS pixels, and the minimum margin beside the design. */
export interface View {
  readonly width: number
  readonly height: number
  readonly sideMargin: number
}

export type Fit = 'width' | 'whole'

/** Either fitted to the frame, or free: a scale, and the position of the design's corner in the view when it
 *  was chosen. */
export type Zoom = { readonly fit: Fit } | FreeZoom

export interface FreeZoom {
  /** CSS pixels per image pixel. */
  readonly scale: number
  /** The design's top left corner, in CSS pixels from that of the frame. */
  readonly left: number
  readonly top: number
}

/** Size of the design and the margins around it, in CSS pixels. */
export interface Layout {
  readonly scale: number
  readonly width: number
  readonly height: number
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** A pixel of the image that must stay at a point of the view. */
export interface Anchor {
  readonly image: ImagePoint
  readonly inView: ViewPoint
}

/** Margin above and below the design, so that a pin at its upper edge is completely visible. */
const tableMarginPx = 36
/** Wider than half of a pin, so that one at the side of the design is completely visible. */
export const sideMarginPx = { phone: 16, wide: 24 } as const

const maxScale = 8
/** Limits of the scale: huge designs still fit completely, and small ones stay visible. */
const usualMinScale = 0.1
const steps = [0.05, 0.1, 0.25, 0.33, 0.5, 0.67, 0.8, 1, 1.25, 1.5, 2, 3, 4, 6, 8]

/** The scale at which a design fits; never above 100 %. */
export function fitScale(fit: Fit, view: View, natural: NaturalSize): number {
  const byWidth = Math.max(1, view.width - 2 * view.sideMargin) / natural.width
  const byHeight = Math.max(1, view.height - 2 * tableMarginPx) / natural.height
  return Math.min(1, fit === 'width' ? byWidth : Math.min(byWidth, byHeight))
}

export function scaleOf(zoom: Zoom, view: View, natural: NaturalSize): number {
  return 'fit' in zoom ? fitScale(zoom.fit, view, natural) : zoom.scale
}

/** Sizes and margins for a zoom. A fitted design is centred if it is smaller than the frame. A free one keeps
 *  the corner it was zoomed to: margins grow only as far as the scroll container needs for that position. */
export function layoutOf(zoom: Zoom, view: View, natural: NaturalSize): Layout {
  const width = Math.max(1, Math.round(natural.width * scaleOf(zoom, view, natural)))
  const scale = width / natural.width
  const height = natural.height * scale
  // Whole pixels, so that a design at 100 % is drawn pixel for pixel. One that is reduced to fit is centred
  // as styles centre it, which is where the server's first paint has it.
  const place = 'fit' in zoom && scale < 1 ? (offset: number) => offset : Math.round
  const left = place('fit' in zoom ? (view.width - width) / 2 : zoom.left)
  const top = place('fit' in zoom ? (view.height - height) / 2 : zoom.top)
  return {
    scale,
    width,
    height,
    left: Math.max(view.sideMargin, left),
    top: Math.max(tableMarginPx, top),
    right: Math.max(view.sideMargin, view.width - left - width),
    bottom: Math.max(tableMarginPx, view.height - top - height),
  }
}

/** The zoom to `scale` at which the anchor keeps its position. */
export function zoomAbout(scale: number, anchor: Anchor, view: View, natural: NaturalSize): FreeZoom {
  const bounded = clampScale(scale, view, natural)
  const width = Math.max(1, Math.round(natural.width * bounded))
  const box = { left: 0, top: 0, width, height: (natural.height * width) / natural.width }
  const fromCorner = imageToClient(anchor.image, box, natural)
  return {
    // Not rounded: on a tiny design every step would round back to the scale before.
    scale: bounded,
    left: anchor.inView.x - fromCorner.x,
    top: anchor.inView.y - fromCorner.y,
  }
}

/** The scroll offset at which the anchor's pixel is at its point of the view. */
export function scrollFor(anchor: Anchor, layout: Layout, natural: NaturalSize): ClientPoint {
  const inTable = imageToClient(anchor.image, layout, natural)
  return { x: inTable.x - anchor.inView.x, y: inTable.y - anchor.inView.y }
}

export function clampScale(scale: number, view: View, natural: NaturalSize): number {
  const min = Math.min(usualMinScale, fitScale('whole', view, natural))
  return Math.min(Math.max(scale, min), maxScale)
}

/** The next round scale above or below. */
export function nextScale(scale: number, direction: 'in' | 'out'): number {
  // A scale within half a percent of a step counts as that step.
  if (direction === 'in') return steps.find((step) => step > scale * 1.005) ?? scale
  return steps.findLast((step) => step < scale / 1.005) ?? scale
}

/** The scale factor of a turn of the wheel. Trackpads report a pinch as a wheel turn of 100 × ln(scale). A
 *  mouse notch of 100 or 120 px is limited to about a quarter. */
export function wheelFactor(event: Pick<WheelEvent, 'deltaY' | 'deltaMode'>): number {
  const lineHeightPx = 16
  const deltaPx = event.deltaMode === 0 ? event.deltaY : event.deltaY * lineHeightPx
  return Math.exp(-Math.min(Math.max(deltaPx, -25), 25) / 100)
}
