import { m } from '@pinmark/words/messages'
import { useMemo, useRef, type PointerEvent, type ReactNode } from 'react'
import type { Viewport } from '../zoom/use-viewport'

/** `Click to comment` beside the mouse while it is over the design, and not over a pin. */
export function useClickHint(isActive: boolean, { sheetRef }: Viewport) {
  const hint = useRef<HTMLDivElement>(null)
  const element: ReactNode = isActive ? (
    <div ref={hint} aria-hidden="true" hidden className="canvas-hint">
      {m.canvas_click_hint()}
    </div>
  ) : null
  const handlers = useMemo(
    () => ({
      onPointerMove: (event: PointerEvent<HTMLElement>) => {
        if (!hint.current) return
        const { target } = event
        const isOver =
          target instanceof Element &&
          sheetRef.current?.contains(target) === true &&
          target.closest('[data-pin], [data-cluster]') === null
        hint.current.hidden = event.pointerType !== 'mouse' || event.buttons !== 0 || !isOver
        hint.current.style.left = `${event.clientX + 14}px`
        hint.current.style.top = `${event.clientY + 18}px`
      },
      onPointerLeave: () => {
        if (hint.current) hint.current.hidden = true
      },
    }),
    [sheetRef],
  )
  return { element, ...handlers }
}
