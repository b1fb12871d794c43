import {
  clientToImage,
  imageToClient,
  type ClientBox,
  type ClientPoint,
  type ImagePoint,
  type ImageRegion,
  type NaturalSize,
  type ViewPoint,
} from '@pinmark/shared/coordinates'
import type { Anchor, View } from './zoom'

/** The image pixel at a point of the screen, and its position in the view. */
export function anchorAt(at: ClientPoint, frame: ClientBox, box: ClientBox, natural: NaturalSize): Anchor {
  const image = clientToImage(at, box, natural)
  // A point beside the design is anchored to the nearest pixel of the design.
  const held = imageToClient(image, box, natural)
  return { image, inView: { x: held.x - frame.left, y: held.y - frame.top } }
}

/** The same share of a frame of another size. */
export function rescaleAnchor({ image, inView }: Anchor, before: View, next: View): Anchor {
  return {
    image,
    inView: { x: (inView.x / before.width) * next.width, y: (inView.y / before.height) * next.height },
  }
}

export function isInView({ x, y }: ViewPoint, view: View): boolean {
  return x >= 0 && y >= 0 && x <= view.width && y <= view.height
}

export function sameView(one: View, other: View): boolean {
  return one.width === other.width && one.height === other.height && one.sideMargin === other.sideMargin
}

/** The present position of an image pixel, from the view's top left corner. */
export function anchorOfPoint(
  image: ImagePoint,
  frame: ClientBox,
  box: ClientBox,
  natural: NaturalSize,
): Anchor {
  const at = imageToClient(image, box, natural)
  return { image, inView: { x: at.x - frame.left, y: at.y - frame.top } }
}

type ScrollOffset = Readonly<Pick<Element, 'scrollLeft' | 'scrollTop'>>

/** Keeps the anchor of the last zoom. One turn of the wheel sends many events. Scroll offsets are whole
 *  screen pixels, so computing the anchor again for each event would accumulate rounding errors. */
export function createHeldAnchor() {
  let last: { anchor: Anchor; left: number; top: number } | null = null
  return {
    remember: (anchor: Anchor, { scrollLeft: left, scrollTop: top }: ScrollOffset) => {
      last = { anchor, left, top }
    },
    /** The last anchor, for another zoom at the same point; null after anything else has moved the design. */
    find: (inView: ViewPoint, { scrollLeft, scrollTop }: ScrollOffset, pending: Anchor | null) => {
      if (!last || last.left !== scrollLeft || last.top !== scrollTop) return null
      const { anchor } = last
      const isSamePlace = Math.hypot(anchor.inView.x - inView.x, anchor.inView.y - inView.y) < 1
      return isSamePlace && (pending === null || pending === anchor) ? anchor : null
    },
  }
}

/** A point of the design as the anchor of a popup: a box of size 0 that follows scroll and zoom. For a region
 *  it is the visible part of the region. */
export interface PointAnchor {
  readonly contextElement: Element
  readonly isRegion: boolean
  getBoundingClientRect(): DOMRect
}

/** The present boxes of the frame and of the design on the screen. */
export interface Boxes {
  readonly scroller: HTMLElement
  readonly sheet: HTMLElement
  readonly frame: DOMRect
  readonly box: DOMRect
  readonly natural: NaturalSize
}

/** @param boxes called at each measurement: a link to a comment selects it in the render that first draws them, and its
 *  popup is measured after that */
export function pointAnchor(target: ImagePoint | ImageRegion, boxes: () => Boxes | null): PointAnchor {
  return {
    get contextElement() {
      return boxes()?.sheet ?? document.body
    },
    isRegion: 'w' in target,
    getBoundingClientRect: () => {
      const found = boxes()
      if (!found) return new DOMRect()
      const { box, frame, natural } = found
      const { x, y } = imageToClient(target, box, natural)
      if (!('w' in target)) return new DOMRect(x, y, 0, 0)
      const scale = box.width / natural.width
      return visiblePart(new DOMRect(x, y, target.w * scale, target.h * scale), frame)
    },
  }
}

/** A region that is scrolled out of the frame keeps a place beyond the edge that it left by. */
function visiblePart(region: DOMRect, frame: DOMRect): DOMRect {
  const [left, right] = overlap([region.left, region.right], [frame.left, frame.right])
  const [top, bottom] = overlap([region.top, region.bottom], [frame.top, frame.bottom])
  return new DOMRect(left, top, right - left, bottom - top)
}

function overlap([start, end]: [number, number], [min, max]: [number, number]): [number, number] {
  return [Math.min(Math.max(start, min), end), Math.max(Math.min(end, max), start)]
}
