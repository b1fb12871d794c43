import { useEffect, useMemo, useState } from 'react'

/** A little longer than the animation, so that a pin that is rendered again later does not pulse again. */
const pulseMs = 1_500

/** The pins that pulse: those of comments that have just arrived, and the one in the address. */
export function usePulsing(arrivals: readonly string[], linkedKey: string | null): ReadonlySet<string> {
  const [over, setOver] = useState<ReadonlySet<string>>(new Set())
  const pulsing = useMemo(
    () => new Set([...arrivals, ...(linkedKey === null ? [] : [linkedKey])].filter((key) => !over.has(key))),
    [arrivals, linkedKey, over],
  )
  useEffect(() => {
    if (pulsing.size === 0) return undefined
    const timer = setTimeout(() => setOver((known) => new Set([...known, ...pulsing])), pulseMs)
    return () => clearTimeout(timer)
  }, [pulsing])
  return pulsing
}
