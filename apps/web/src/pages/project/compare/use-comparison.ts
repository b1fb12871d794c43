import { useCallback, useMemo } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom'
import type { Design } from '@pinmark/shared/entities/project'
import { addressOf, pairOf, type ComparedPair } from './comparison'

const parameter = 'compare'

/** The comparison that the address names, with functions to change its versions and close it. */
export function useComparison(design: Design) {
  const [search, setSearch] = useSearchParams()
  const { state } = useLocation()
  const navigate = useNavigate()
  const wanted = search.get(parameter)
  const isOpenedHere = typeof state === 'object' && state !== null && parameter in state

  const set = useCallback(
    (value: string | null, options: { replace?: boolean; state?: unknown }) =>
      setSearch((before) => {
        const next = new URLSearchParams(before)
        if (value === null) next.delete(parameter)
        else next.set(parameter, value)
        return next
      }, options),
    [setSearch],
  )

  return {
    pair: useMemo(() => (wanted === null ? null : pairOf(design, wanted)), [design, wanted]),
    change: (pair: ComparedPair) => set(addressOf(pair), { replace: true, state }),
    /** Goes back if the window was opened from this page, so that Back does not open it again. */
    close: () => {
      if (isOpenedHere) void navigate(-1)
      else set(null, { replace: true })
    },
  }
}
