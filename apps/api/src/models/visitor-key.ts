import type { Types } from 'mongoose'
import type { AuthorRecord } from './comment'

/** How visits and presences name a visitor: an account by `user:{id}`, a browser by `guest:{hash of its secret}`. */
export const accountKey = (user: Types.ObjectId): string => `user:${user.toHexString()}`

const guestPrefix = 'guest:'

interface Visitor {
  readonly user: { readonly id: Types.ObjectId } | null
  readonly guestHash: string | null
}

/** Null for a browser without a secret, which cannot be told from others. */
export function visitorKey({ user, guestHash }: Visitor): string | null {
  if (user) return accountKey(user.id)
  return guestHash === null ? null : guestPrefix + guestHash
}

/** Of the person who wrote a message; null where that is not known. */
export function authorKey({ user, guest }: AuthorRecord): string | null {
  return visitorKey({ user: user && { id: user }, guestHash: guest })
}

/** The keys of browsers, as a condition of an index. */
export const isGuestKey = { $gte: guestPrefix, $lt: 'guest;' }
