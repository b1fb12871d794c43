import { useEffect, useMemo, useState } from 'react'

/** A little longer than the pulse itself: a pin that is drawn again later does not pulse again. */
const pulseMs = 1_500

/** The pins that pulse now: those of comments that have just arrived, and the one a link asked for. */
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
