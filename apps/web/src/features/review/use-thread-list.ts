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

/** Filter, search and order of the comments. The list and the image show the same ones. `showsAll` starts
 *  with the filter `All`. An owner on their first visit starts with `New`, unless that would hide an open
 *  comment of their own or leave no room for `To check`. */
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
  const lastRowRef = useRef<string | null>(null)
  const filterBefore = useRef<ThreadFilter>(startSettings.filter)
  const kept = useKept(threads, settings)
  // Keeps typing in the search field fast with a thousand comments.
  const slow = useDeferredValue(settings)
  const shown = useMemo(() => listThreads(threads, slow, kept), [threads, slow, kept])
  return {
    settings,
    /** Key of the thread that was last opened by its row. On a phone it replaces the list. */
    lastRowRef,
    /** The threads that the list and the image show. */
    shown,
    /** The stored ones among them: the rows of the list, and what N, P and the arrows of a thread step through. */
    rows: useMemo(() => shown.filter(({ comment }) => comment !== null), [shown]),
    counts: useMemo(() => countThreads(threads, slow), [threads, slow]),
    people: useMemo(() => listPeople(threads), [threads]),
    change: useCallback(
      (part: Partial<ListSettings>) => setSettings((current) => ({ ...current, ...part })),
      [],
    ),
    /** Searches all comments from the first letter on, and restores the earlier filter when the search is
     *  cleared. */
    search: useCallback((search: string) => {
      const isSearch = search.trim() !== ''
      setSettings((current) => {
        const wasSearch = current.search.trim() !== ''
        if (isSearch && !wasSearch) filterBefore.current = current.filter
        const filter = isSearch === wasSearch ? current.filter : isSearch ? 'all' : filterBefore.current
        return { ...current, search, filter }
      })
    }, []),
    /** Changes the settings so that a thread is shown. */
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

/** Keys of the threads that were new at any time since the filter `New` was chosen. They stay visible after
 *  they are read, until another filter is chosen. */
function useKept(threads: readonly ThreadView[], { filter }: ListSettings): ReadonlySet<string> {
  const [kept, setKept] = useState(nothing)
  const added = filter === 'new' ? threads.filter(({ key, isNew }) => isNew === true && !kept.has(key)) : []
  if (filter !== 'new' && kept.size > 0) setKept(nothing)
  else if (added.length > 0) setKept(new Set([...kept, ...added.map(({ key }) => key)]))
  return kept
}
