import { useState } from 'react'

interface Last<Opened> {
  readonly opened: Opened
  /** Another one for each opening, so that a dialog starts with a new form. */
  readonly key: number
}

/** What was opened last. It stays until the next one opens, so that a closing dialog can finish its animation.
 *  @param opened null while nothing is open
 *  @returns null before the first one */
export function useLastOpened<Opened>(opened: Opened | null): Last<Opened> | null {
  const [before, setBefore] = useState<Opened | null>(null)
  const [last, setLast] = useState<Last<Opened> | null>(null)
  if (opened !== before) {
    setBefore(opened)
    if (opened !== null) setLast({ opened, key: (last?.key ?? 0) + 1 })
  }
  return last
}
