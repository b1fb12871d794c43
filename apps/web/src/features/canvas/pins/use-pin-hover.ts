import { useMemo, useRef, type FocusEvent, type PointerEvent } from 'react'
import { pinKeyOf } from '../gestures/use-press'

interface HoverOptions {
  readonly onHoverPin: (key: string | null) => void
  readonly label: {
    enter: (key: string) => void
    leave: () => void
    openNow: (key: string) => void
  }
}

/** One listener for all pins, which finds the pin under the pointer or with the focus. */
export function usePinHover({ onHoverPin, label }: HoverOptions) {
  const { enter, leave, openNow } = label
  const last = useRef<string | null>(null)
  return useMemo(() => {
    const change = (key: string | null) => {
      if (key === last.current) return
      last.current = key
      onHoverPin(key)
      if (key === null) leave()
    }
    return {
      onPointerOver: (event: PointerEvent<HTMLElement>) => {
        if (event.pointerType !== 'mouse') return
        const key = pinKeyOf(event.target)
        if (key !== null && key !== last.current) enter(key)
        change(key)
      },
      // A fast pointer leaves the frame directly from a pin.
      onPointerLeave: () => change(null),
      onFocus: (event: FocusEvent<HTMLElement>) => {
        const key = pinKeyOf(event.target)
        if (key === null || !event.target.matches(':focus-visible')) return
        change(key)
        openNow(key)
      },
      onBlur: (event: FocusEvent<HTMLElement>) => {
        if (pinKeyOf(event.target) !== null) change(null)
      },
    }
  }, [onHoverPin, enter, leave, openNow])
}
