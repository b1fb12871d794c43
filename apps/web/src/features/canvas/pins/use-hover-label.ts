import { useCallback, useEffect, useRef, useState } from 'react'

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
