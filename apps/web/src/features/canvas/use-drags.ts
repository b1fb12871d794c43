import {
  regionBetween,
  type ClientPoint,
  type ImagePoint,
  type ImageRegion,
} from '@pinmark/shared/coordinates'
import { useCallback, useState } from 'react'
import { followsFinger, type PinModel, type Placement } from './pin-model'
import type { Drag, PressTarget } from './use-press'
import type { Viewport } from './use-viewport'

interface DragOptions {
  readonly viewport: Viewport
  readonly pinOf: (key: string) => PinModel | undefined
  readonly canPlace: boolean
  /** The region tool is chosen: a drag draws, whatever points. */
  readonly drawsRegions: boolean
  readonly onPlace: (placement: Placement) => void
  /** Settles when the new place is stored, or refused. */
  readonly onMovePin: (key: string, placement: Placement) => Promise<void>
}

/** What a drag on the design does: moves a pin that may be moved, draws a region, or pans. */
export function useDrags({ viewport, pinOf, canPlace, drawsRegions, onPlace, onMovePin }: DragOptions) {
  const [drawing, setDrawing] = useState<ImageRegion | null>(null)
  const [moving, setMoving] = useState<{ key: string; point: ImagePoint } | null>(null)

  const settle = useCallback((key: string, point: ImagePoint) => {
    setMoving((current) => (current?.key === key && current.point === point ? null : current))
  }, [])

  const movePin = useCallback(
    (pin: PinModel, start: ClientPoint): Drag | null => {
      const tip = viewport.clientOf(pin.point)
      if (!tip) return null
      let point: ImagePoint | null = null
      return {
        move: (to) => {
          point = viewport.pointAt({ x: tip.x + to.x - start.x, y: tip.y + to.y - start.y })
          if (point) setMoving({ key: pin.key, point: held(point, pin, viewport) })
        },
        end: (isCancelled) => {
          if (isCancelled || !point) {
            setMoving(null)
            return
          }
          const place = held(point, pin, viewport)
          setMoving({ key: pin.key, point: place })
          void onMovePin(pin.key, { point: place, region: pin.region }).finally(() => settle(pin.key, place))
        },
      }
    },
    [viewport, onMovePin, settle],
  )

  const drawRegion = useCallback(
    (start: ClientPoint): Drag | null => {
      const from = viewport.pointAt(start)
      if (!from) return null
      let region: ImageRegion | null = null
      return {
        move: (to) => {
          const corner = viewport.pointAt(to)
          region = corner && regionBetween(from, corner)
          setDrawing(region)
        },
        end: (isCancelled) => {
          setDrawing(null)
          if (!isCancelled && region) onPlace(placementOf(region))
        },
      }
    },
    [viewport, onPlace],
  )

  const onDrag = useCallback(
    ({ pinKey, start, pointerType, shiftKey }: PressTarget, scroller: HTMLElement): Drag | null => {
      const isMouse = pointerType === 'mouse'
      const pin = pinKey === null ? undefined : pinOf(pinKey)
      if (pin?.canMove && (isMouse || followsFinger(pin))) return movePin(pin, start)
      if (canPlace && !pin && (drawsRegions || (isMouse && shiftKey))) return drawRegion(start)
      return isMouse ? pan(scroller, start) : null
    },
    [pinOf, canPlace, drawsRegions, movePin, drawRegion],
  )

  return { onDrag, drawing, moving }
}

/** A region that is too thin to be seen is a spot. */
export function placementOf({ x, y, w, h }: ImageRegion): Placement {
  return { point: { x, y }, region: w >= 1 && h >= 1 ? { w, h } : null }
}

/** A region stays on the design as a whole. */
function held(point: ImagePoint, { region }: PinModel, { natural }: Viewport): ImagePoint {
  if (!region) return point
  return { x: Math.min(point.x, natural.width - region.w), y: Math.min(point.y, natural.height - region.h) }
}

function pan(scroller: HTMLElement, start: ClientPoint): Drag {
  const { scrollLeft, scrollTop } = scroller
  scroller.dataset['panning'] = ''
  return {
    move: (to) =>
      scroller.scrollTo({
        left: scrollLeft - (to.x - start.x),
        top: scrollTop - (to.y - start.y),
        behavior: 'instant',
      }),
    end: () => {
      delete scroller.dataset['panning']
    },
  }
}
