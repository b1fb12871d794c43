import {
  autoUpdate,
  flip,
  hide,
  offset,
  shift,
  size,
  useFloating,
  type Middleware,
  type VirtualElement,
} from '@floating-ui/react-dom'
import { pageConstants } from '@pinmark/shared/limits'
import type { CSSProperties } from 'react'
import { edgePx, placeOnPhone } from './place-on-phone'

/** The point of the design a popup belongs to. Its `contextElement` is the image box: the popup follows when
 *  that scrolls or changes its size. */
export type PopupAnchor = VirtualElement & { readonly contextElement: Element }

const sides = ['left', 'right', 'top', 'none'] as const

/** Where the line from the point meets the popup, in CSS pixels of the popup. */
export interface LeaderPlace {
  readonly side: (typeof sides)[number]
  readonly at: number
}

/** The title row's middle: so high above the popup's corner the point lies, and the line meets the title. */
const titleMiddlePx = 22

/** No line leads to a point that was scrolled out of its frame. */
const isPointHidden: Middleware = hide({ strategy: 'referenceHidden' })

const besidePoint: Middleware[] = [
  offset({ mainAxis: pageConstants.popupOffsetPx, crossAxis: -titleMiddlePx }),
  flip({ fallbackPlacements: ['left-start'], crossAxis: false }),
  shift({ padding: edgePx }),
  size({
    padding: edgePx,
    apply({ availableHeight, elements }) {
      limitHeight(elements.floating, availableHeight)
    },
  }),
  isPointHidden,
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
        placed.top - point.y === pageConstants.popupOffsetPx && middlewareData.hide?.referenceHidden !== true
      return {
        x: placed.left,
        y: placed.top,
        data: { side: isReached ? 'top' : 'none', at: point.x - placed.left } satisfies LeaderPlace,
      }
    },
  },
]

/** Keeps a popup at its point, whole inside the visible part of the window. Its first child scrolls. */
export function usePopupPlace(anchor: PopupAnchor, isPhone: boolean) {
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
    middleware: isPhone ? underPoint : besidePoint,
    elements: { reference: anchor },
    whileElementsMounted: autoUpdate,
  })
  // Not `visibility`: a field in a hidden popup could not take the focus.
  const style: CSSProperties = { left: x, top: y, opacity: isPositioned ? 1 : 0 }
  return { setFloating, style, leader: leaderOf(middlewareData['leader']) }
}

/** The library hands middleware data back untyped. */
function leaderOf(data: unknown): LeaderPlace {
  const isLeader = typeof data === 'object' && data !== null && 'side' in data && 'at' in data
  const side = isLeader ? sides.find((known) => known === data.side) : undefined
  return side && isLeader && typeof data.at === 'number' ? { side, at: data.at } : { side: 'none', at: 0 }
}

function limitHeight(floating: HTMLElement, heightPx: number): void {
  floating.style.setProperty('--popup-room', `${Math.floor(heightPx)}px`)
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
