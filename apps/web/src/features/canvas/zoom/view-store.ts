import type { ClientPoint } from '@pinmark/shared/coordinates'
import { useLayoutEffect, useState } from 'react'
import type { Store } from '../../../lib/store'
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
export type ViewStore = Store<Shown>

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
