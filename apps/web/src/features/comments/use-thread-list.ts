import { useCallback, useDeferredValue, useMemo, useState } from 'react'
import { countThreads, listPeople, listThreads, startSettings, type ListSettings } from './thread-list'
import type { ThreadView } from './thread-view'

export type ThreadList = ReturnType<typeof useThreadList>

/** Filter, search and order of the comments: list and image show the same ones. */
export function useThreadList(threads: readonly ThreadView[]) {
  const [settings, setSettings] = useState(startSettings)
  // Typing in the search field stays quick with a thousand comments.
  const slow = useDeferredValue(settings)
  return {
    settings,
    /** What list and image show. */
    shown: useMemo(() => listThreads(threads, slow), [threads, slow]),
    counts: useMemo(() => countThreads(threads), [threads]),
    people: useMemo(() => listPeople(threads), [threads]),
    change: useCallback(
      (part: Partial<ListSettings>) => setSettings((current) => ({ ...current, ...part })),
      [],
    ),
    /** Sees to it that a thread is among those shown. */
    include: useCallback(
      (key: string) => {
        const thread = threads.find((known) => known.key === key)
        if (thread?.comment === null || !thread) return
        setSettings((current) => {
          if (listThreads([thread], current).length > 0) return current
          return {
            ...startSettings,
            order: current.order,
            filter: thread.state === 'resolved' ? 'resolved' : 'open',
          }
        })
      },
      [threads],
    ),
  }
}
