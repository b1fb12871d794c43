import type { ClientPoint } from '@pinmark/shared/coordinates'
import { useLayoutEffect, useState } from 'react'
import type { Fit, Layout } from './zoom'

/** The requested zoom, which may not be drawn yet. */
export interface Shown {
  /** Null until the frame was measured, which is before the first paint. */
  readonly layout: Layout | null
  readonly fit: Fit | null
  /** The scroll position after that layout is drawn; null if it does not change. */
  readonly scroll: ClientPoint | null
}

/** The zoom, outside React's state. A step renders only the design's box and the zoom display, and not the
 *  page with all its comments. */
export interface ViewStore {
  readonly get: () => Shown
  readonly set: (shown: Shown) => void
  /** Returns a function that stops listening. */
  readonly listen: (listener: () => void) => () => void
}

export function createViewStore(): ViewStore {
  let shown: Shown = { layout: null, fit: 'width', scroll: null }
  const signal = createSignal()
  return {
    get: () => shown,
    set: (next) => {
      shown = next
      signal.send()
    },
    listen: signal.listen,
  }
}

export function createSignal() {
  const listeners = new Set<() => void>()
  return {
    send: () => {
      for (const listener of listeners) listener()
    },
    listen: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

/** One value derived from the zoom. It renders only when this value changes. `select` has to stay the same
 *  function. Unlike `useSyncExternalStore`, it listens from the layout phase on: the frame is measured in
 *  that phase, and the result has to be in the first paint. */
export function useShown<Fact>({ shown }: { shown: ViewStore }, select: (shown: Shown) => Fact): Fact {
  const [fact, setFact] = useState(() => select(shown.get()))
  useLayoutEffect(() => {
    const look = () => setFact(() => select(shown.get()))
    look()
    return shown.listen(look)
  }, [shown, select])
  return fact
}

export const shownLayout = ({ layout }: Shown) => layout
export const shownScale = ({ layout }: Shown) => layout?.scale ?? 1
export const shownFit = ({ fit }: Shown) => fit
