import { type FocusEvent, type PointerEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react'
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

/** Delay before a label opens, so that it does not flicker under a passing pointer, in ms. */
const openAfterMs = 200
/** Delay before a label closes, so that the pointer can reach it from the pin, in ms. */
const closeAfterMs = 160

/** The pin whose label is open: a moment after the pointer rests on it, at once for the keyboard. */
export function useHoverLabel() {
  const [openKey, setOpenKey] = useState<string | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  useEffect(() => () => clearTimeout(timer.current), [])

  const plan = useCallback((key: string | null, delayMs: number) => {
    clearTimeout(timer.current)
    if (delayMs === 0) setOpenKey(key)
    else timer.current = setTimeout(() => setOpenKey(key), delayMs)
  }, [])

  return {
    openKey,
    enter: useCallback((key: string) => plan(key, openAfterMs), [plan]),
    leave: useCallback(() => plan(null, closeAfterMs), [plan]),
    keep: useCallback(() => clearTimeout(timer.current), []),
    openNow: useCallback((key: string) => plan(key, 0), [plan]),
    close: useCallback(() => plan(null, 0), [plan]),
  }
}
