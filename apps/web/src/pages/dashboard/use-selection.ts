import type { ProjectSummary } from '@pinmark/shared/entities/project'
import { useCallback, useState } from 'react'

/** Some of the shown projects. One that is no longer shown is no longer selected.
 *  @returns `toggle` and `clear` stay the same, so that cards are not drawn again */
export function useSelection(shown: readonly ProjectSummary[]) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const selected = shown.filter(({ _id }) => ids.has(_id))
  const toggle = useCallback((id: string, is: boolean) => {
    setIds((current) => {
      const next = new Set(current)
      if (is) next.add(id)
      else next.delete(id)
      return next
    })
  }, [])
  const clear = useCallback(() => setIds(new Set()), [])
  const selectAll = () => setIds(new Set(shown.map(({ _id }) => _id)))
  return { selected, isSelected: (id: string) => ids.has(id), toggle, clear, selectAll }
}
