import type { ClientPoint } from '@pinmark/shared/coordinates'
import { useLayoutEffect, useState } from 'react'
import type { Fit, Layout } from './zoom'

/** What is asked for at this moment, though it may not be drawn yet. */
export interface Shown {
  /** Null until the frame was measured, which is before the first paint. */
  readonly layout: Layout | null
  readonly fit: Fit | null
  /** Where the design will be scrolled to as soon as that layout is drawn; null where it stays as it is. */
  readonly scroll: ClientPoint | null
}

/** The zoom, outside React's state: a step renders the design's box and its read-out again, and not the page with
 *  all its comments. */
export interface ViewStore {
  readonly get: () => Shown
  readonly set: (shown: Shown) => void
  /** Answers how to stop listening. */
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

/** One value of the zoom; renders only when that changes. `select` has to stay the same function.
 *  It listens from the layout phase on, unlike `useSyncExternalStore`: the frame is measured in that phase, and what
 *  follows from it has to be in the first paint. */
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
