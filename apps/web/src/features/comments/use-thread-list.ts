import type { Project } from '@pinmark/shared/entities/project'
import { useCallback, useDeferredValue, useMemo, useState } from 'react'
import {
  countThreads,
  isAllNew,
  listPeople,
  listThreads,
  startSettings,
  type ListSettings,
} from './thread-list'
import type { ThreadView } from './thread-view'

export type ThreadList = ReturnType<typeof useThreadList>

/** Filter, search and order of the comments: list and image show the same ones.
 *  An owner who was never here begins with `New`, unless that would hide an open comment of their own. */
export function useThreadList(
  threads: readonly ThreadView[],
  { isOwner, visit }: Pick<Project, 'isOwner' | 'visit'>,
) {
  const [settings, setSettings] = useState<ListSettings>(() =>
    isOwner && !visit && isAllNew(threads) ? { ...startSettings, filter: 'new' } : startSettings,
  )
  const kept = useKept(threads, settings)
  // Typing in the search field stays quick with a thousand comments.
  const slow = useDeferredValue(settings)
  return {
    settings,
    /** What list and image show. */
    shown: useMemo(() => listThreads(threads, slow, kept), [threads, slow, kept]),
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
          if (listThreads([thread], current, kept).length > 0) return current
          return {
            ...startSettings,
            order: current.order,
            filter: thread.state === 'resolved' ? 'resolved' : 'open',
          }
        })
      },
      [threads, kept],
    ),
  }
}

const nothing: ReadonlySet<string> = new Set()

/** What was new at some moment since the filter `New` was chosen: it stays in view after it was read, until another
 *  filter is chosen. */
function useKept(threads: readonly ThreadView[], { filter }: ListSettings): ReadonlySet<string> {
  const [kept, setKept] = useState(nothing)
  const added = filter === 'new' ? threads.filter(({ key, isNew }) => isNew === true && !kept.has(key)) : []
  if (filter !== 'new' && kept.size > 0) setKept(nothing)
  else if (added.length > 0) setKept(new Set([...kept, ...added.map(({ key }) => key)]))
  return kept
}
