import { useCallback, useEffect, useRef } from 'react'
import { readShowsNext } from '../../features/review/show-next'
import type { ThreadView } from '../../features/review/thread-view'
import type { NextDesign } from './use-next-design'

interface WalkOptions {
  /** The rows of the list, in its order. */
  readonly rows: readonly ThreadView[]
  readonly selectedKey: string | null
  readonly show: (key: string, to: 'centre') => void
  /** Null if no other design has comments that the list would show. */
  readonly nextDesign: NextDesign | null
}

/** Steps from comment to comment as the list shows them. */
export function useWalk({ rows, selectedKey, show, nextDesign }: WalkOptions) {
  const at = rows.findIndex(({ key }) => key === selectedKey)
  /** The place of the last selected comment. One that was just resolved may have left the list. */
  const lastAt = useRef(0)
  useEffect(() => {
    if (at !== -1) lastAt.current = at
  }, [at])
  const isSelected = selectedKey !== null

  return {
    /** Position of the selected comment in the list, from 1; null if the list does not show it. */
    position: at === -1 ? null : { at: at + 1, of: rows.length },
    /** Selects the next or previous comment. Behind the last one comes the next design, or else the first one.
     *  @returns the key of the selected comment on this design */
    walk: useCallback(
      (step: 1 | -1): string | null => {
        const isListed = at !== -1
        const after = isListed ? at + 1 : isSelected ? lastAt.current : 0
        const before = (isListed ? at : isSelected ? lastAt.current : rows.length) - 1
        if (step === 1 && after >= rows.length && nextDesign) {
          nextDesign.onShow()
          return null
        }
        const next = step === 1 ? (rows[after] ?? rows[0]) : (rows[before] ?? rows.at(-1))
        if (next) show(next.key, 'centre')
        return next?.key ?? null
      },
      [rows, at, isSelected, nextDesign, show],
    ),
    /** Called after a resolve: shows the next open comment of the list, unless this is switched off or there is none. */
    showNextOpen: useCallback(() => {
      if (!readShowsNext()) return
      const from = at === -1 ? lastAt.current : at
      const others = [...rows.slice(from), ...rows.slice(0, from)]
      const next = others.find(({ key, state }) => key !== selectedKey && state === 'open')
      if (next) show(next.key, 'centre')
    }, [rows, at, selectedKey, show]),
  }
}
