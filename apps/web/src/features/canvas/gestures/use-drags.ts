import { regionBetween, type ClientPoint, type ImageRegion } from '@pinmark/shared/coordinates'
import { useCallback, useState } from 'react'
import { holdRegion, placementOf, type Placement } from '../../review/act'
import { startEdgePan } from '../../../lib/edge-pan'
import { followsFinger, type PinModel } from '../../review/pin-model'
import type { Drag, PressTarget } from './use-press'
import type { Viewport } from '../zoom/use-viewport'

interface DragOptions {
  readonly viewport: Viewport
  readonly pinOf: (key: string) => PinModel | undefined
  readonly canPlace: boolean
  /** With the region tool, a drag draws a region, by mouse, pen and touch. */
  readonly drawsRegions: boolean
  readonly onDraw: (placement: Placement) => void
  /** Resolves when the server has stored or refused the new place. */
  readonly onMovePin: (key: string, placement: Placement) => Promise<void>
}

/** A pin that is being moved. */
export interface Moving {
  readonly key: string
  readonly placement: Placement
}

/** The actions of a drag on the design: it moves a pin that can be moved, draws a region, or pans. The first
 *  two scroll near an edge of the frame. */
export function useDrags({ viewport, pinOf, canPlace, drawsRegions, onDraw, onMovePin }: DragOptions) {
  const [drawing, setDrawing] = useState<ImageRegion | null>(null)
  const [moving, setMoving] = useState<Moving | null>(null)

  /** Shows a pin at its new place until the server has stored or refused it. */
  const store = useCallback(
    (key: string, placement: Placement) => {
      setMoving({ key, placement })
      void onMovePin(key, placement).finally(() =>
        setMoving((current) => (current?.placement === placement ? null : current)),
      )
    },
    [onMovePin],
  )

  const movePin = useCallback(
    (pin: PinModel, start: ClientPoint, scroller: HTMLElement): Drag | null => {
      const tip = viewport.clientOf(pin.point)
      if (!tip) return null
      let placement: Placement | null = null
      const moveTo = (to: ClientPoint) => {
        const point = viewport.pointAt({ x: tip.x + to.x - start.x, y: tip.y + to.y - start.y })
        if (!point) return
        placement = { point: holdRegion(point, pin.region, viewport.natural), region: pin.region }
        setMoving({ key: pin.key, placement })
      }
      const edge = startEdgePan(scroller, start, moveTo)
      return {
        move: (to) => {
          moveTo(to)
          edge.follow(to)
        },
        end: (isCancelled) => {
          edge.stop()
          if (isCancelled || !placement) setMoving(null)
          else store(pin.key, placement)
        },
      }
    },
    [viewport, store],
  )

  const drawRegion = useCallback(
    (start: ClientPoint, scroller: HTMLElement): Drag | null => {
      const from = viewport.pointAt(start)
      if (!from) return null
      let region: ImageRegion | null = null
      const drawTo = (to: ClientPoint) => {
        const corner = viewport.pointAt(to)
        region = corner && regionBetween(from, corner)
        setDrawing(region)
      }
      const edge = startEdgePan(scroller, start, drawTo)
      return {
        move: (to) => {
          drawTo(to)
          edge.follow(to)
        },
        end: (isCancelled) => {
          edge.stop()
          setDrawing(null)
          if (!isCancelled && region) onDraw(placementOf(region))
        },
      }
    },
    [viewport, onDraw],
  )

  const onDrag = useCallback(
    ({ pinKey, start, pointerType, shiftKey }: PressTarget, scroller: HTMLElement): Drag | null => {
      const isMouse = pointerType === 'mouse'
      const pin = pinKey === null ? undefined : pinOf(pinKey)
      if (pin?.canMove && (isMouse || followsFinger(pin))) return movePin(pin, start, scroller)
      if (canPlace && !pin && (drawsRegions || (isMouse && shiftKey))) return drawRegion(start, scroller)
      return isMouse ? startPan(scroller, start) : null
    },
    [pinOf, canPlace, drawsRegions, movePin, drawRegion],
  )

  return {
    onDrag,
    drawing,
    moving,
    /** Shows a pin elsewhere without storing it; null shows it at its stored place. */
    show: setMoving,
    store,
  }
}

/** Scrolls with the mouse. Fingers scroll natively. */
export function startPan(scroller: HTMLElement, start: ClientPoint): Drag {
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
