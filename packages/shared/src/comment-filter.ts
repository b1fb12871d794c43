import { shownName, type Comment } from './entities/comment'
import type { Spot } from './spot-on'

/** All commenters, the caller, or one commenter by name. */
export type Person =
  | { readonly kind: 'all' }
  | { readonly kind: 'me' }
  | { readonly kind: 'name'; readonly name: string }

/** Whether the person wrote the comment or one of its replies. */
export function isBy(comment: Comment, person: Person): boolean {
  if (person.kind === 'all') return true
  return [comment, ...comment.replies].some(
    (message) =>
      message.deletedAt === null &&
      (person.kind === 'me' ? message.mine : shownName(message) === person.name),
  )
}

/** Whether `words` is part of a name or text of the thread, or is its number.
 *  @param words as `foldWords` makes them */
export function hasWords(comment: Comment, words: string): boolean {
  if (words === '' || words.replace('#', '') === String(comment.number)) return true
  return [comment, ...comment.replies].some(
    (message) => foldWords(message.text).includes(words) || foldWords(shownName(message)).includes(words),
  )
}

/** Searching ignores case and accents. The marks go before the text is decomposed as well, because decomposing sorts
 *  them, in quadratic time. */
export function foldWords(text: string): string {
  return text.replace(marks, '').normalize('NFKD').replace(marks, '').toLowerCase().trim()
}

const marks = /\p{M}+/gu

/** Whether an open comment's place on this version is only a guess, or its spot is gone. */
export function isToCheck(isOpen: boolean, { carried }: Pick<Spot, 'carried'>): boolean {
  return isOpen && (carried?.state === 'check' || carried?.state === 'gone')
}

/** Whether a tool resolved it, and no person has confirmed that yet. */
export function isToConfirm({ resolved, deletedAt }: Pick<Comment, 'resolved' | 'deletedAt'>): boolean {
  return resolved?.via !== undefined && deletedAt === null
}

/** The data that decide the position of a comment in a list. */
export interface Ordered {
  readonly point: Spot['point']
  readonly createdAt: string
}

/** Pins within this height in image pixels are on one line, and are sorted from left to right. */
const linePx = 24

export const commentOrders = {
  place: (one: Ordered, other: Ordered) => lineOf(one) - lineOf(other) || acrossOf(one) - acrossOf(other),
  newest: (one: Ordered, other: Ordered) => Date.parse(other.createdAt) - Date.parse(one.createdAt),
}

/** Comments on the whole design come before everything on it. */
function lineOf({ point }: Ordered): number {
  return point ? Math.floor(point.y / linePx) : -1
}

function acrossOf({ point }: Ordered): number {
  return point?.x ?? 0
}
