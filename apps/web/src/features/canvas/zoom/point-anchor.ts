import {
  imageToClient,
  type ImagePoint,
  type ImageRegion,
  type NaturalSize,
} from '@pinmark/shared/coordinates'

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
