import type { Types } from 'mongoose'
import type { TokenScope } from '@pinmark/shared/entities/api-token'
import { AppError } from '@pinmark/shared/errors'
import type { AuthorRecord } from '../comments/comment.record'
import { lineOfAccount, type Waiter } from '../base/fair-slots'

interface ActorToken {
  readonly name: string
  readonly scope: TokenScope
  readonly endsAt: Date | null
  /** The only projects that it reaches; null for all of its account. */
  readonly projects: readonly Types.ObjectId[] | null
}

/** The sender of a request. Every request has one; `http/identify.ts` makes it before any route runs. */
export interface Actor {
  /** Set for a valid token of a living account. */
  readonly user: {
    readonly id: Types.ObjectId
    readonly publicId: string
    readonly name: string
    /** The token counts while the account still has this number. */
    readonly tokenVersion: number
    /** Names this one login, `jti` of the token, or the API token. */
    readonly login: string
    /** When this login began, in milliseconds since 1970; 0 for an API token. */
    readonly since: number
    /** Set when an API token stands for the account, and not a login. */
    readonly apiToken: ActorToken | null
  } | null
  /** `none` no token was sent; `bad` one that is wrong, expired or revoked: public actions treat the sender as a guest. */
  readonly token: 'none' | 'valid' | 'bad'
  /** SHA-256 (base64url) of the browser's guest secret. */
  readonly guestHash: string | null
  /** The lock that a link token of the request opens. */
  readonly lock: string | null
  /** The IPv4 /24 or IPv6 /56 of the sender, for rate windows. */
  readonly network: string
}

/** Whether the request carries no account, guest secret or link token. No comment can belong to such a sender, and
 *  all of them see the same. Most visitors of a shared link are strangers. */
export function isStranger(actor: Actor): boolean {
  return actor.user === null && actor.guestHash === null && actor.lock === null
}

/** The author of what the actor writes. An account's words belong to the account alone, because another person may
 *  use the same browser after a logout. */
export function authorOf({ user, guestHash }: Actor): AuthorRecord {
  return user ? { user: user.id, guest: null } : { user: null, guest: guestHash }
}

/** The name of the API token that acts, as what it writes says it. */
export function viaOf({ user }: Actor): { via?: string } {
  return user?.apiToken ? { via: user.apiToken.name } : {}
}

/** A key that is the same for all actors who get the same filter from `permit`. Only requests with the same key are
 *  answered together. */
export function permitKey({ user, lock }: Actor): string {
  const { scope = 'login', projects = null } = user?.apiToken ?? {}
  return `${user?.publicId ?? 'guest'} ${scope} ${projects?.join() ?? 'all'} ${lock ?? 'none'}`
}

/** The line in which image work for the actor waits. Visitors without an account share the line of their network, so that
 *  neither the owner nor other visitors of the same project have to wait for them. */
export function waiterFor({ user, network }: Actor): Waiter {
  return { account: user ? lineOfAccount(user.id) : `guests of ${network}`, network }
}

/** The line in which a check of a password waits. A place where the right password was entered before has a line of its
 *  own. All other networks share one, in which they take turns, so that many networks hardly delay a known place.
 *  @param isKnown whether the place is known, or has shown a right password or token */
export function passwordWaiter({ network }: Pick<Actor, 'network'>, isKnown: boolean): Waiter {
  return isKnown ? { account: `known ${network}`, network } : { account: network, network: 'unknown' }
}

/** The account behind the request.
 *  @throws AppError sign_in_required without a token, session_ended with one that no longer counts */
export function requireUser(actor: Actor): NonNullable<Actor['user']> {
  if (actor.user) return actor.user
  throw new AppError(actor.token === 'bad' ? 'session_ended' : 'sign_in_required')
}
