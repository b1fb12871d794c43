import { useDeferredValue, useLayoutEffect, useRef, useState } from 'react'
import type { NaturalSize } from '@pinmark/shared/coordinates'
import type { Viewport } from '../zoom/use-viewport'

/** Time without a step after which a wheel or pinch gesture has ended, in ms. */
const restMs = 120
/** Change of scale after which pins are clustered again during a gesture. */
const farOff = 1.5

/** The scale at which pins are clustered. It follows the zoom at the end of a gesture, because clustering a
 *  thousand pins in each step would cost more than everything else. Meanwhile clusters move with their pins. The first
 *  scale of a design counts at once, so that its pins are not drawn one by one first. */
export function useClusteringScale({ shown, natural }: Pick<Viewport, 'shown' | 'natural'>): number {
  const [grouped, setGrouped] = useState<{ of: NaturalSize; scale: number } | null>(null)
  const latest = useRef(natural)
  useLayoutEffect(() => {
    latest.current = natural
  }, [natural])
  useLayoutEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const follow = () => {
      clearTimeout(timer)
      const now = shown.get().layout?.scale
      if (now === undefined) return
      const next = { of: latest.current, scale: now }
      setGrouped((current) => (current?.of !== next.of || isFarOff(now / current.scale) ? next : current))
      timer = setTimeout(() => setGrouped(next), restMs)
    }
    follow()
    const stop = shown.listen(follow)
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [shown])
  const deferred = useDeferredValue(grouped)
  return (deferred?.of === natural ? deferred : grouped)?.scale ?? 1
}

function isFarOff(factor: number): boolean {
  return factor > farOff || factor < 1 / farOff
}
