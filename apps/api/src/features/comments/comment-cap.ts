import { isBelow } from '../../models/filter-operators'

/** How many comments a project may have. The owner may add a tenth more, so that guests who fill
 *  a project cannot keep them from answering. */
export function capFor(isOwner: boolean, maxComments: number): number {
  return isOwner ? maxComments + Math.ceil(maxComments / 10) : maxComments
}

/** The room for `count` more comments, as conditions of the write that takes it: those for guests belong into the permit.
 *  New comments, replies and restored ones share it. */
export function roomFor(count: number, maxComments: number) {
  const below = (isOwner: boolean) => ({ size: isBelow(capFor(isOwner, maxComments) - count + 1) })
  return { forGuests: below(false), forAll: below(true) }
}
