import { useDeferredValue, useLayoutEffect, useState } from 'react'
import type { Viewport } from '../zoom/use-viewport'

/** Time without a step after which a wheel or pinch gesture has ended, in ms. */
const restMs = 120
/** Change of scale after which pins are clustered again during a gesture. */
const farOff = 1.5

/** The scale at which pins are clustered. It follows the zoom at the end of a gesture, because clustering a
 *  thousand pins in each step would cost more than everything else. Meanwhile clusters move with their pins. */
export function useClusteringScale({ shown }: Pick<Viewport, 'shown'>): number {
  const [scale, setScale] = useState(() => shown.get().layout?.scale ?? null)
  useLayoutEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const follow = () => {
      clearTimeout(timer)
      const now = shown.get().layout?.scale
      if (now === undefined) return
      setScale((grouped) => (grouped === null || isFarOff(now / grouped) ? now : grouped))
      timer = setTimeout(() => setScale(now), restMs)
    }
    follow()
    const stop = shown.listen(follow)
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [shown])
  return useDeferredValue(scale ?? 1)
}

function isFarOff(factor: number): boolean {
  return factor > farOff || factor < 1 / farOff
}
