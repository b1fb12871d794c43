import type { ThreadView } from './thread-view'

export type ThreadFilter = 'open' | 'resolved' | 'check' | 'new' | 'all'
export type ThreadOrder = 'number' | 'place' | 'newest'

/** All commenters, the user of this browser, or one commenter by name. */
export type Person =
  { readonly kind: 'all' } | { readonly kind: 'me' } | { readonly kind: 'name'; readonly name: string }

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

/** What the settings leave of the threads, in their order. What is not stored yet is always there, and last: nobody
 *  loses sight of what they have just written.
 *  @param kept keys of threads that the filter `new` shows although they were read meanwhile */
export function listThreads(
  threads: readonly ThreadView[],
  settings: ListSettings,
  kept: ReadonlySet<string> = new Set(),
): readonly ThreadView[] {
  const stored = matchesOf(threads, settings).filter(
    (thread) => isIn(thread, settings.filter) || (settings.filter === 'new' && kept.has(thread.key)),
  )
  const unstored = threads.filter(({ comment }) => comment === null)
  const order = settings.order === 'number' ? toCheckFirst : orders[settings.order]
  return [...stored.toSorted(order), ...unstored]
}

/** How many stored threads each filter would show, with this search and person. */
export function countThreads(
  threads: readonly ThreadView[],
  settings: ListSettings = startSettings,
): Record<ThreadFilter, number> {
  const matches = matchesOf(threads, settings)
  const count = (filter: ThreadFilter) => matches.filter((thread) => isIn(thread, filter)).length
  return {
    open: count('open'),
    resolved: count('resolved'),
    check: count('check'),
    new: count('new'),
    all: matches.length,
  }
}

/** What search and person leave of the stored threads. */
function matchesOf(threads: readonly ThreadView[], { search, person }: ListSettings): ThreadView[] {
  const words = fold(search)
  return threads.filter(
    (thread) => thread.comment !== null && isBy(thread, person) && (words === '' || hasWords(thread, words)),
  )
}

/** Whether a search or a person leaves comments out. */
export function isNarrowed({ search, person }: ListSettings): boolean {
  return search.trim() !== '' || person.kind !== 'all'
}

/** Whether there is something new, and every open thread is. */
export function isAllNew(threads: readonly ThreadView[]): boolean {
  const { new: newCount } = countThreads(threads)
  return newCount > 0 && threads.every(({ state, isNew }) => state !== 'open' || isNew === true)
}

/** Everyone who wrote, each once, in the order of the alphabet. */
export function listPeople(threads: readonly ThreadView[]): string[] {
  const names = threads.flatMap(({ comment }) =>
    comment ? [comment, ...comment.replies].filter(({ deletedAt }) => deletedAt === null) : [],
  )
  return [...new Set(names.map(({ commenter }) => commenter))].toSorted((one, other) =>
    one.localeCompare(other),
  )
}

function isIn(thread: ThreadView, filter: ThreadFilter): boolean {
  if (filter === 'check') return isToCheck(thread)
  return filter === 'all' || (filter === 'new' ? thread.isNew === true : filter === thread.state)
}

/** Whether its place on this version is only a guess, or its spot is gone. */
export function isToCheck({ state, carried }: ThreadView): boolean {
  return state === 'open' && (carried?.state === 'check' || carried?.state === 'gone')
}

function toCheckFirst(one: ThreadView, other: ThreadView): number {
  return Number(isToCheck(other)) - Number(isToCheck(one))
}

function isBy({ comment }: ThreadView, person: Person): boolean {
  if (person.kind === 'all' || comment === null) return true
  return [comment, ...comment.replies].some(
    (message) =>
      message.deletedAt === null && (person.kind === 'me' ? message.mine : message.commenter === person.name),
  )
}

/** Number, names and texts of the thread and its replies. */
function hasWords({ number, comment }: ThreadView, words: string): boolean {
  if (comment === null) return true
  if (words.replace('#', '') === String(number)) return true
  return [comment, ...comment.replies].some(
    ({ commenter, text }) => fold(text).includes(words) || fold(commenter).includes(words),
  )
}

/** Case and accents do not matter when searching. */
function fold(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().trim()
}

/** Pins within this many image pixels of height are on one line, and go from left to right. */
const linePx = 24

const orders = {
  place: (one: ThreadView, other: ThreadView) =>
    lineOf(one) - lineOf(other) || acrossOf(one) - acrossOf(other),
  newest: (one: ThreadView, other: ThreadView) => Date.parse(other.createdAt) - Date.parse(one.createdAt),
}

/** Comments on the whole design come before everything on it. */
function lineOf({ point }: ThreadView): number {
  return point ? Math.floor(point.y / linePx) : -1
}

function acrossOf({ point }: ThreadView): number {
  return point?.x ?? 0
}
