import type { Types } from 'mongoose'
import type { TokenScope } from '@pinmark/shared/entities/api-token'
import { AppError } from '@pinmark/shared/errors'
import type { AuthorRecord } from '../comments/comment.record'
import { lineOfAccount, type Waiter } from '../base/fair-slots'
import {
  type ApiTokenRecord,
  findLivingApiToken,
  hashApiToken,
  isApiTokenText,
  looksLikeApiToken,
  noteUse,
} from '../accounts/api-token.record'
import { isRevoked } from '../accounts/account-access.record'
import { UserModel } from '../accounts/user.record'
import { readToken, type TokenClaims } from '../accounts/tokens'

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

/** Whether the login or API token that a request came with still counts; true for a request without one. */
export async function isLoginAlive({ user }: Actor): Promise<boolean> {
  if (user === null) return true
  const { publicId: sub, tokenVersion: ver, login: jti, since, apiToken } = user
  if (apiToken) return (await findTokenUser(await findLivingApiToken({ _id: jti }))) !== null
  return (await findLoginUser({ sub, ver, jti, iat: since / 1_000 })) !== null
}

/** Call this again after a long wait: for an upload, for the preparation of an image, for a slow reader.
 *  @throws AppError session_ended */
export async function requireLivingLogin(actor: Actor): Promise<void> {
  if (!(await isLoginAlive(actor))) throw new AppError('session_ended')
}

/** The living account behind a bearer token; null when it does not count. */
export async function findActorUser(
  settings: Parameters<typeof readToken>[0],
  token: string,
): Promise<Actor['user']> {
  if (!looksLikeApiToken(token)) return findLoginUser(readToken(settings, token))
  if (!isApiTokenText(token)) return null
  const stored = await findLivingApiToken({ hash: hashApiToken(token) })
  const user = await findTokenUser(stored)
  if (stored && user) await noteUse(stored)
  return user
}

async function findTokenUser(token: ApiTokenRecord | null): Promise<Actor['user']> {
  if (token === null) return null
  const user = await UserModel.findOne(
    { _id: token.account, deletedAt: null },
    { publicId: 1, name: 1, tokenVersion: 1 },
  ).lean()
  if (!user) return null
  const { _id: id, publicId, name, tokenVersion } = user
  const { scope, endsAt, projects } = token
  const apiToken = {
    name: token.name,
    scope,
    endsAt,
    projects: projects?.map((project) => project.id) ?? null,
  }
  return { id, publicId, name, tokenVersion, login: token._id, since: 0, apiToken }
}

async function findLoginUser(claims: Omit<TokenClaims, 'exp'> | null): Promise<Actor['user']> {
  if (claims === null) return null
  const [user, isEnded] = await Promise.all([
    UserModel.findOne({ publicId: claims.sub, tokenVersion: claims.ver }, { publicId: 1, name: 1 }).lean(),
    isRevoked(claims.jti),
  ])
  if (!user || isEnded) return null
  return {
    id: user._id,
    publicId: user.publicId,
    name: user.name,
    tokenVersion: claims.ver,
    login: claims.jti,
    since: claims.iat * 1_000,
    apiToken: null,
  }
}
