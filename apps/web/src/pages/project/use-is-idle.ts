import { useEffect, useState } from 'react'

/** True once the browser is idle. It stays false in browsers without `requestIdleCallback`. */
export function useIsIdle(): boolean {
  const [isIdle, setIsIdle] = useState(false)
  useEffect(() => {
    if (typeof requestIdleCallback !== 'function') return undefined
    const callback = requestIdleCallback(() => setIsIdle(true))
    return () => cancelIdleCallback(callback)
  }, [])
  return isIdle
}
