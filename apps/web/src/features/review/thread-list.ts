import {
  commentOrders,
  foldWords,
  hasWords,
  isBy,
  isToCheck as isUnsure,
  isToConfirm,
  type Person,
} from '@pinmark/shared/comment-filter'
import { shownName } from '@pinmark/shared/entities/comment'
import type { ThreadView } from './thread-view'
import { readStored, writeStored } from '../../lib/storage'
import { useStored } from '../../lib/store'
import { compareNames } from '../../lib/format'

export type { Person }

export type ThreadFilter = 'open' | 'resolved' | 'confirm' | 'check' | 'new' | 'all'
export type ThreadOrder = 'number' | 'place' | 'newest'

export interface ListSettings {
  readonly filter: ThreadFilter
  readonly order: ThreadOrder
  readonly person: Person
  readonly search: string
}

export const startSettings: ListSettings = {
  filter: 'open',
  order: 'number',
  person: { kind: 'all' },
  search: '',
}

/** The threads that the settings select, in their order. Threads that are not stored yet are always included,
 *  at the end, so that authors see what they have just written.
 *  @param kept keys of threads that the filter `new` still shows although they were read meanwhile */
export function listThreads(
  threads: readonly ThreadView[],
  settings: ListSettings,
  kept: ReadonlySet<string>,
): readonly ThreadView[] {
  const stored = matchesOf(threads, settings).filter(
    (thread) => isIn(thread, settings.filter) || (settings.filter === 'new' && kept.has(thread.key)),
  )
  const unstored = threads.filter(({ comment }) => comment === null)
  const order = settings.order === 'number' ? toCheckFirst : commentOrders[settings.order]
  return [...stored.toSorted(order), ...unstored]
}

/** How many stored threads each filter would show, with this search and person. A deleted comment with replies is neither
 *  open nor resolved. */
export function countThreads(
  threads: readonly ThreadView[],
  settings: ListSettings = startSettings,
): Record<ThreadFilter, number> {
  const matches = matchesOf(threads, settings)
  const present = matches.filter(({ comment }) => comment?.deletedAt === null)
  const count = (filter: ThreadFilter, among = matches) =>
    among.filter((thread) => isIn(thread, filter)).length
  return {
    open: count('open', present),
    resolved: count('resolved', present),
    confirm: count('confirm'),
    check: count('check'),
    new: count('new'),
    all: matches.length,
  }
}

/** The stored threads that match the search and the chosen person. */
function matchesOf(threads: readonly ThreadView[], { search, person }: ListSettings): ThreadView[] {
  const words = foldWords(search)
  return threads.filter(
    ({ comment }) => comment !== null && isBy(comment, person) && hasWords(comment, words),
  )
}

/** Whether a search or a chosen person hides comments. */
export function isNarrowed({ search, person }: ListSettings): boolean {
  return search.trim() !== '' || person.kind !== 'all'
}

/** Whether something is new, every open thread is new, and nothing has to be checked or confirmed. */
export function isAllNew(threads: readonly ThreadView[]): boolean {
  const { new: newCount, check, confirm } = countThreads(threads)
  return (
    newCount > 0 &&
    check + confirm === 0 &&
    threads.every(({ state, isNew }) => state !== 'open' || isNew === true)
  )
}

/** All other authors, each once, in alphabetical order. The visitor is chosen as `Me`. */
export function listPeople(threads: readonly ThreadView[]): string[] {
  const names = threads.flatMap(({ comment }) =>
    comment ? [comment, ...comment.replies].filter(({ deletedAt, mine }) => deletedAt === null && !mine) : [],
  )
  return [...new Set(names.map(shownName))].toSorted(compareNames)
}

function isIn(thread: ThreadView, filter: ThreadFilter): boolean {
  if (filter === 'check') return isToCheck(thread)
  if (filter === 'confirm') return thread.comment !== null && isToConfirm(thread.comment)
  return filter === 'all' || (filter === 'new' ? thread.isNew === true : filter === thread.state)
}

/** Whether its place on this version is only a guess, or its spot is gone. */
export function isToCheck(thread: ThreadView): boolean {
  return isUnsure(thread.state === 'open', thread)
}

function toCheckFirst(one: ThreadView, other: ThreadView): number {
  return Number(isToCheck(other)) - Number(isToCheck(one))
}

/** Whether the next open comment is shown after one was resolved. The first Resolve asks for it; until then, the resolved
 *  comment stays, so that people see that it worked. */
const key = 'pinmark.goes-on'

/** @returns null before this browser was asked */
export function readShowsNext(): boolean | null {
  const stored = readStored(key)
  return stored === null ? null : stored === 'on'
}

export function chooseShowsNext(showsNext: boolean): void {
  writeStored(key, showsNext ? 'on' : 'off')
}

export function useShowsNext(): boolean | null {
  return useStored(readShowsNext)
}
