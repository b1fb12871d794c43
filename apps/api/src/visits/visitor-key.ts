import type { Types } from 'mongoose'
import type { AuthorRecord } from '../comments/comment.record'

/** The key of a visitor in visits and presences: `user:{id}` for an account, `guest:{hash of its secret}` for
 *  a browser. */
export const accountKey = (user: Types.ObjectId): string => `user:${user.toHexString()}`

const guestPrefix = 'guest:'

interface Visitor {
  readonly user: { readonly id: Types.ObjectId } | null
  readonly guestHash: string | null
}

/** Null for a browser without a secret, which cannot be recognised. */
export function visitorKey({ user, guestHash }: Visitor): string | null {
  if (user) return accountKey(user.id)
  return guestHash === null ? null : guestPrefix + guestHash
}

/** The key of a message's author; null if unknown. */
export function authorKey({ user, guest }: AuthorRecord): string | null {
  return visitorKey({ user: user && { id: user }, guestHash: guest })
}

/** Condition of an index: the keys of browsers. */
export const isGuestKey = { $gte: guestPrefix, $lt: 'guest;' }
