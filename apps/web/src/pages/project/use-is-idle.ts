import { useEffect, useState } from 'react'

/** True once the browser has said that it has nothing else to do; never in one that does not say so. */
export function useIsIdle(): boolean {
  const [isIdle, setIsIdle] = useState(false)
  useEffect(() => {
    if (typeof requestIdleCallback !== 'function') return undefined
    const callback = requestIdleCallback(() => setIsIdle(true))
    return () => cancelIdleCallback(callback)
  }, [])
  return isIdle
}
