import type { Project } from '@pinmark/shared/entities/project'
import { useCallback, useDeferredValue, useMemo, useRef, useState } from 'react'
import {
  countThreads,
  isAllNew,
  listPeople,
  listThreads,
  startSettings,
  type ListSettings,
  type ThreadFilter,
} from './thread-list'
import type { ThreadView } from './thread-view'

export type ThreadList = ReturnType<typeof useThreadList>

/** Filter, search and order of the comments: list and image show the same ones. `showsAll` begins with the filter `All`.
 *  An owner who was never here begins with `New`, unless that would hide an open comment of their own, or take the room
 *  of `To check`. */
export function useThreadList(
  threads: readonly ThreadView[],
  { isOwner, visit }: Pick<Project, 'isOwner' | 'visit'>,
  showsAll = false,
) {
  const [settings, setSettings] = useState<ListSettings>(() =>
    isOwner && !visit && isAllNew(threads) ? { ...startSettings, filter: 'new' } : startSettings,
  )
  const [showedAll, setShowedAll] = useState(false)
  if (showedAll !== showsAll) {
    setShowedAll(showsAll)
    setSettings({ ...startSettings, order: settings.order, filter: showsAll ? 'all' : 'open' })
  }
  const filterBefore = useRef<ThreadFilter>(startSettings.filter)
  const kept = useKept(threads, settings)
  // Typing in the search field stays quick with a thousand comments.
  const slow = useDeferredValue(settings)
  return {
    settings,
    /** What list and image show. */
    shown: useMemo(() => listThreads(threads, slow, kept), [threads, slow, kept]),
    counts: useMemo(() => countThreads(threads, slow), [threads, slow]),
    people: useMemo(() => listPeople(threads), [threads]),
    change: useCallback(
      (part: Partial<ListSettings>) => setSettings((current) => ({ ...current, ...part })),
      [],
    ),
    /** Looks through all comments from the first letter on, and goes back to the filter of before at the end. */
    search: useCallback((search: string) => {
      const isSearch = search.trim() !== ''
      setSettings((current) => {
        const wasSearch = current.search.trim() !== ''
        if (isSearch && !wasSearch) filterBefore.current = current.filter
        const filter = isSearch === wasSearch ? current.filter : isSearch ? 'all' : filterBefore.current
        return { ...current, search, filter }
      })
    }, []),
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
