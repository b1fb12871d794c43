import type { ClientPoint } from '@pinmark/shared/coordinates'
import { type MouseEvent, type PointerEvent, useEffect, useMemo, useRef } from 'react'
import { isDrag } from '../../../lib/press'
import { earlyPressEvent, takeEarlyPress } from '../../../lib/first-script'
import type { Viewport } from '../zoom/use-viewport'
import { shownLayout, useShown } from '../zoom/view-store'

/** A press that moved too far to be a click. */
export interface Drag {
  move(to: ClientPoint): void
  /** `isCancelled`: the browser took over the pointer, or Esc was pressed. */
  end(isCancelled: boolean): void
}

export interface PressTarget {
  /** The pin under the pointer at `pointerdown`. */
  readonly pinKey: string | null
  readonly start: ClientPoint
  readonly pointerType: string
  readonly shiftKey: boolean
}

interface PressHandlers {
  /** The shown design. When it changes, a drag on the former one ends without effect. */
  readonly target: string
  /** Null leaves the movement to the browser, for example scrolling by finger. */
  readonly onDrag: (target: PressTarget, scroller: HTMLElement) => Drag | null
  readonly onClick: (event: MouseEvent, pinKey: string | null) => void
}

/** Distinguishes clicks from drags on the design, for mouse, pen and touch. */
export function usePress({ target, onDrag, onClick }: PressHandlers) {
  const press = useRef<Press | null>(null)

  // Also when the page is left. Otherwise a drag near an edge would scroll for ever.
  useEffect(() => () => endDrag(press.current, true), [target])

  return useMemo(() => {
    const finish = (event: PointerEvent<HTMLElement>, isCancelled: boolean) => {
      const current = press.current
      if (current?.pointerId !== event.pointerId) return
      endDrag(current, isCancelled)
      // The click event that follows must be ignored after a drag. A cancelled press has no click.
      if (isCancelled) press.current = null
    }
    return {
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        if (!event.isPrimary) {
          // A second finger: a pinch, not a press.
          if (!press.current) return
          press.current.hasMoved = true
          endDrag(press.current, true)
          return
        }
        endDrag(press.current, true)
        press.current = null
        if (event.button !== 0) return
        press.current = {
          pointerId: event.pointerId,
          pinKey: pinKeyOf(event.target),
          start: { x: event.clientX, y: event.clientY },
          pointerType: event.pointerType,
          shiftKey: event.shiftKey,
          hasMoved: false,
          drag: null,
        }
      },
      onPointerMove: (event: PointerEvent<HTMLElement>) => {
        const current = press.current
        if (current?.pointerId !== event.pointerId) return
        const to = { x: event.clientX, y: event.clientY }
        if (!current.hasMoved) {
          if (!isDrag(current.start, to, current.pointerType)) return
          current.hasMoved = true
          current.drag = onDrag(current, event.currentTarget)
          if (current.drag) {
            event.currentTarget.setPointerCapture(event.pointerId)
            cancelOnEscape(current)
          }
        }
        current.drag?.move(to)
      },
      onPointerUp: (event: PointerEvent<HTMLElement>) => finish(event, false),
      onPointerCancel: (event: PointerEvent<HTMLElement>) => finish(event, true),
      onLostPointerCapture: (event: PointerEvent<HTMLElement>) => {
        // Touch captures the pointer for the touched element. The drag takes over the capture, and this loss
        // does not end it.
        if (event.target !== event.currentTarget) return
        // Also fires after every `pointerup`. A drag that is still running was cancelled by the browser.
        if (press.current?.drag) finish(event, true)
      },
      onClick: (event: MouseEvent<HTMLElement>) => {
        // A click by key has no detail and no press. The second click of a double click is ignored.
        const wasDrag = event.detail > 0 && press.current?.hasMoved === true
        press.current = null
        if (wasDrag || event.detail > 1) return
        onClick(event, pinKeyOf(event.target))
      },
    }
  }, [onDrag, onClick])
}

interface Press extends PressTarget {
  readonly pointerId: number
  hasMoved: boolean
  drag: Drag | null
}

function endDrag(press: Press | null, isCancelled: boolean): void {
  const drag = press?.drag
  if (!drag) return
  press.drag = null
  drag.end(isCancelled)
}

/** Esc cancels the drag, and does nothing else during it. */
function cancelOnEscape(press: Press): void {
  const controller = new AbortController()
  const { signal } = controller
  const handleKeyDown = (event: KeyboardEvent) => {
    if (press.drag === null || event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    endDrag(press, true)
  }
  window.addEventListener('keydown', handleKeyDown, { capture: true, signal })
  for (const type of ['pointerup', 'pointercancel'] as const) {
    window.addEventListener(type, () => controller.abort(), { signal })
  }
}

export function pinKeyOf(target: EventTarget): string | null {
  const found = target instanceof Element ? target.closest('[data-pin]') : null
  return found?.getAttribute('data-pin') ?? null
}

/** Handles a press on the first paint of the design, before the app had loaded. It opens the pin at this
 *  point, or begins a comment. */
export function useEarlyPress({ clientOf, natural, scrollerRef, ...viewport }: Viewport): void {
  const isLaidOut = useShown(viewport, shownLayout) !== null
  useEffect(() => {
    if (!isLaidOut) return
    const answer = () => {
      const press = takeEarlyPress()
      const at = press && clientOf({ x: press.x * natural.width, y: press.y * natural.height })
      const target = at && document.elementFromPoint(at.x, at.y)
      if (!target || !scrollerRef.current?.contains(target)) return
      const click = { bubbles: true, cancelable: true, clientX: at.x, clientY: at.y, detail: 1 }
      target.dispatchEvent(new MouseEvent('click', click))
    }
    answer()
    // A press that began on the painted design may end on the app.
    window.addEventListener(earlyPressEvent, answer)
    return () => window.removeEventListener(earlyPressEvent, answer)
  }, [isLaidOut, clientOf, natural, scrollerRef])
}
