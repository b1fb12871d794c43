import { useCallback, useEffect, useRef, useState } from 'react'

/** Long enough not to flicker while the pointer crosses pins on its way. */
const openAfterMs = 200
/** Long enough to reach the label from the pin. */
const closeAfterMs = 160

/** Which pin's label is open: a moment after the pointer came to rest on it, at once for the keyboard. */
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
