import type { ProjectSummary } from '@pinmark/shared/entities/project'
import { useCallback, useState } from 'react'
import { isPageKey } from '../../lib/shortcuts'
import { useWindowEvent } from '../../ui/use-window-event'

/** Some of the shown projects. A project that leaves them leaves the selection too. Esc ends the selection.
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
  useWindowEvent('keydown', (event) => event.key === 'Escape' && isPageKey(event) && clear(), {
    isOn: ids.size > 0,
  })
  const selectAll = () => setIds(new Set(shown.map(({ _id }) => _id)))
  return { selected, isSelected: (id: string) => ids.has(id), toggle, clear, selectAll }
}
