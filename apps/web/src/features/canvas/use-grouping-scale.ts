import { useDeferredValue, useLayoutEffect, useState } from 'react'
import type { Viewport } from './use-viewport'

/** No step of a wheel or a pinch comes later than this after the one before; then the gesture is over. */
const restMs = 120
/** Heads that far off their groups are regrouped in the middle of a gesture too. */
const farOff = 1.5

/** The scale by which pins are grouped. It follows the zoom at the end of a gesture, because grouping a thousand pins
 *  at each step would cost more than everything else in a step. Groups follow their pins meanwhile. */
export function useGroupingScale({ shown }: Pick<Viewport, 'shown'>): number {
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
