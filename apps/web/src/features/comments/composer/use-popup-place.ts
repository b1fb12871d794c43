import {
  autoUpdate,
  flip,
  hide,
  offset,
  shift,
  size,
  useFloating,
  type Boundary,
  type Middleware,
  type MiddlewareState,
  type Placement,
  type VirtualElement,
} from '@floating-ui/react-dom'
import { pageConstants } from '@pinmark/shared/limits'
import type { CSSProperties } from 'react'
import type { ClientPoint } from '@pinmark/shared/coordinates'

/** The point of the design that a popup belongs to. Its `contextElement` is the image box: the popup follows
 *  when that scrolls or changes its size. */
export type PopupAnchor = VirtualElement & {
  readonly contextElement: Element
  /** It has a size, and the popup is placed beside, below or above it. */
  readonly isRegion?: boolean
}

/** Height of the pin, for a popup above its tip. */
const pinHeightPx = 33
/** Distance between the popup and the pin below it. */
const gapAbovePinPx = 8
const abovePinPx = pinHeightPx + gapAbovePinPx
export const edgePx = 8

const sides = ['left', 'right', 'top', 'none'] as const

/** The end of the line at the popup, in CSS pixels of the popup. */
export interface LeaderPlace {
  readonly side: (typeof sides)[number]
  readonly at: number
}

/** The middle of the title row. The popup's corner is this far above the point, so that the line meets the title. */
const titleMiddlePx = 22

/** A point that is scrolled out of its frame has no line. */
const isPointHidden: Middleware = hide({ strategy: 'referenceHidden' })

/** Keeps a popup inside the window, also beside a point that is scrolled out of it. A popup that is too tall scrolls. */
const insideWindow: Middleware[] = [
  shift(({ placement }) => ({ padding: edgePx, crossAxis: isBeside(placement) })),
  size({
    padding: edgePx,
    apply({ availableHeight, elements }) {
      limitHeight(elements.floating, availableHeight)
    },
  }),
  isPointHidden,
]

const besidePoint: Middleware[] = [
  offset({ mainAxis: pageConstants.popupOffsetPx, crossAxis: -titleMiddlePx }),
  flip((state) => ({
    fallbackPlacements: ['left-start'],
    crossAxis: false,
    padding: edgePx,
    boundary: boundaryOf(state),
  })),
  ...insideWindow,
  {
    name: 'leader',
    fn({ y, placement, rects, middlewareData }) {
      const at = rects.reference.y - y
      const isReached =
        at >= 0 && at <= rects.floating.height && middlewareData.hide?.referenceHidden !== true
      const side = placement.startsWith('right') ? 'left' : 'right'
      return { data: { side: isReached ? side : 'none', at } satisfies LeaderPlace }
    },
  },
]

/** The frame of the design, if the popup fits into it on one side of its point: it leaves the list of comments uncovered.
 *  Otherwise the window, which has room on one side of every point. */
function boundaryOf({ elements, rects: { reference, floating } }: MiddlewareState): Boundary {
  const image = elements.reference instanceof Element ? elements.reference : elements.reference.contextElement
  const frame = image?.closest('[data-frame]')
  const { left, right } = frame?.getBoundingClientRect() ?? { left: 0, right: 0 }
  const roomPx = Math.max(reference.x - left, right - reference.x)
  return frame && roomPx >= floating.width + pageConstants.popupOffsetPx + edgePx
    ? frame
    : 'clippingAncestors'
}

/** Places a popup beside its region, or else below or above it. It covers a region only if the region fills
 *  the window. */
const besideRegion: Middleware[] = [
  offset(({ placement }) => ({
    mainAxis: placement.startsWith('top') ? abovePinPx : pageConstants.popupOffsetPx,
    crossAxis: isBeside(placement) ? -titleMiddlePx : 0,
  })),
  flip({
    fallbackPlacements: ['left-start', 'bottom-start', 'top-start'],
    crossAxis: false,
    padding: edgePx,
  }),
  ...insideWindow,
  {
    name: 'leader',
    fn({ x, y, placement, rects: { reference, floating }, middlewareData }) {
      if (middlewareData.hide?.referenceHidden === true) return { data: noLeader }
      const [from, to] = isBeside(placement)
        ? [Math.max(0, reference.y - y), Math.min(floating.height, reference.y + reference.height - y)]
        : [Math.max(0, reference.x - x), Math.min(floating.width, reference.x + reference.width - x)]
      if (to < from) return { data: noLeader }
      const at = Math.min(Math.max(titleMiddlePx, from), to)
      const side = leaderSides[placement.split('-')[0] ?? '']
      return { data: side ? ({ side, at } satisfies LeaderPlace) : noLeader }
    },
  },
]

const noLeader: LeaderPlace = { side: 'none', at: 0 }
/** A popup to the right of its point has the line on its left side. A popup above the pin needs no line. */
const leaderSides: Record<string, LeaderPlace['side']> = { right: 'left', left: 'right', bottom: 'top' }

function isBeside(placement: Placement): boolean {
  return placement.startsWith('right') || placement.startsWith('left')
}

const underPoint: Middleware[] = [
  isPointHidden,
  {
    name: 'leader',
    fn({ rects, elements, middlewareData }) {
      const content = elements.floating.firstElementChild
      const popup = {
        width: rects.floating.width,
        height: content ? content.scrollHeight : rects.floating.height,
      }
      const point = rects.reference
      const placed = placeOnPhone(point, popup, visibleArea(), pageConstants.popupOffsetPx)
      limitHeight(elements.floating, placed.maxHeight)
      const isReached =
        placed.top - point.y - point.height === pageConstants.popupOffsetPx &&
        middlewareData.hide?.referenceHidden !== true
      return {
        x: placed.left,
        y: placed.top,
        data: { side: isReached ? 'top' : 'none', at: point.x - placed.left } satisfies LeaderPlace,
      }
    },
  },
]

/** Keeps a popup where it is, as far as the window allows. */
const inPlace: Middleware[] = [
  {
    name: 'inPlace',
    fn({ elements: { floating }, rects }) {
      const { left, top } = floating.getBoundingClientRect()
      const y = Math.max(edgePx, Math.min(top, window.innerHeight - leastRoomPx))
      limitHeight(floating, window.innerHeight - edgePx - y)
      return { x: Math.max(edgePx, Math.min(left, window.innerWidth - edgePx - rects.floating.width)), y }
    },
  },
]

/** In a lower window, a popup that stays where it is moves up. */
const leastRoomPx = 160

/** Keeps a popup at its point, completely inside the visible part of the window. Its first child scrolls. */
export function usePopupPlace(anchor: PopupAnchor, isPhone: boolean, staysPut: boolean) {
  const {
    refs: { setFloating },
    x,
    y,
    isPositioned,
    middlewareData,
  } = useFloating({
    strategy: 'fixed',
    placement: 'right-start',
    transform: false,
    middleware: isPhone ? underPoint : staysPut ? inPlace : anchor.isRegion ? besideRegion : besidePoint,
    elements: { reference: anchor },
    whileElementsMounted: autoUpdate,
  })
  // Not `visibility`: a field in a hidden popup cannot take the focus.
  const style: CSSProperties = { left: x, top: y, opacity: isPositioned ? 1 : 0 }
  return { setFloating, style, leader: leaderOf(middlewareData['leader']) }
}

/** The library returns middleware data untyped. */
function leaderOf(data: unknown): LeaderPlace {
  const isLeader = typeof data === 'object' && data !== null && 'side' in data && 'at' in data
  const side = isLeader ? sides.find((known) => known === data.side) : undefined
  return side && isLeader && typeof data.at === 'number' ? { side, at: data.at } : { side: 'none', at: 0 }
}

function limitHeight(floating: HTMLElement, heightPx: number): void {
  floating.style.setProperty('--popup-room', `${Math.floor(heightPx)}px`)
  // Once low, the popup stays low. With the smaller field it may fit again, and would switch back and forth.
  const content = floating.firstElementChild
  if (content && content.scrollHeight > Math.ceil(heightPx)) floating.dataset['low'] = ''
}

function visibleArea() {
  const seen = window.visualViewport
  return {
    left: seen?.offsetLeft ?? 0,
    top: seen?.offsetTop ?? 0,
    width: seen?.width ?? document.documentElement.clientWidth,
    height: seen?.height ?? document.documentElement.clientHeight,
  }
}

/** The visible part of the window in CSS pixels, without the on-screen keyboard and outside of pinch zoom. */
interface VisibleArea {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

interface PhonePlacement {
  readonly left: number
  readonly top: number
  readonly maxHeight: number
  readonly side: 'below' | 'above'
}

/** Height of the title row, one field and the row of buttons. */
const usablePx = 160

/** Places a popup below 768 px: centred, `offset` px below the point or its region, or above its pin if there
 *  is no room below. If neither side has enough room, it takes the larger one and scrolls, so it never covers
 *  its own spot. A region that leaves no room on either side is covered, except for the corner with its
 *  pin. */
export function placeOnPhone(
  point: ClientPoint & { readonly height?: number },
  popup: { width: number; height: number },
  area: VisibleArea,
  offset: number,
): PhonePlacement {
  const first = area.top + edgePx
  const last = area.top + area.height - edgePx
  // If the spot was scrolled away, the popup stays in the window.
  const spot = Math.min(Math.max(point.y, area.top), area.top + area.height)
  const isSpotVisible = spot === point.y
  const end = isSpotVisible ? spot + (point.height ?? 0) : spot
  const isRegionTooTall = Math.max(last - end - offset, spot - abovePinPx - first) < usablePx
  if (point.height && isRegionTooTall) return placeOnPhone({ x: point.x, y: point.y }, popup, area, offset)
  const below = isSpotVisible ? last - (end + offset) : last - first
  const above = isSpotVisible ? spot - abovePinPx - first : last - first
  const side = popup.height <= below || below >= above ? 'below' : 'above'
  const maxHeight = Math.max(0, side === 'below' ? below : above)
  const height = Math.min(popup.height, maxHeight)
  const wanted = side === 'below' ? end + offset : spot - abovePinPx - height
  return {
    left: area.left + (area.width - popup.width) / 2,
    top: Math.min(Math.max(wanted, first), last - height),
    maxHeight,
    side,
  }
}
