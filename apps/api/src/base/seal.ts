import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { pageRoutes } from '@pinmark/shared/paths'
import { newPublicId } from './ids'
import type { Config } from '../config'

/** Proves later that this instance wrote `text` for this purpose. Nothing is stored for it. */
export function sealOf(secret: string, purpose: string, text: string): string {
  const key = new Uint8Array(hkdfSync('sha256', secret, '', `pinmark ${purpose}`, 32))
  return createHmac('sha256', key).update(text).digest('base64url')
}

function isSealOf(secret: string, purpose: string, text: string, given: string): boolean {
  const [expected, shown] = [Buffer.from(sealOf(secret, purpose, text)), Buffer.from(given)]
  return shown.length === expected.length && timingSafeEqual(shown, expected)
}

/** Keys for short seals, derived from the secrets of logins. The first one seals, and all of them are accepted. */
export function shortSealKeys(
  { secrets: { jwt, jwtPrevious } }: Pick<Config, 'secrets'>,
  purpose: string,
): readonly [Buffer, ...Buffer[]] {
  const keyOf = (secret: string) => createHmac('sha256', secret).update(purpose).digest()
  return [keyOf(jwt), ...(jwtPrevious === null ? [] : [keyOf(jwtPrevious)])]
}

/** 128 bits of a seal, for addresses that many answers contain. Compare it with `===`: each guess costs a request over the
 *  network, so the comparison need not take constant time. */
export function shortSealOf(key: Buffer, text: string): string {
  return createHmac('sha256', key).update(text).digest().subarray(0, 16).toString('base64url')
}

// Tokens that this instance hands out, most of them in the links of mails. Nothing of them is stored: each is a text with a
// seal for one use.

/** Lifetime of a password reset link. */
export const resetMs = 30 * 60_000

interface Account {
  publicId: string
  passwordHash: string
}

const resetUse = 'password reset'

/** The token in a password reset link. It is derived from the present password, so it ends with its first use, with a change
 *  of the password, and with its lifetime. */
export function resetToken(secret: string, account: Account, expiresAt: Date): string {
  const head = `${account.publicId}.${Math.floor(expiresAt.getTime() / 1_000).toString(36)}`
  return `${head}.${sealOf(secret, resetUse, `${head}.${account.passwordHash}`)}`
}

/** The account that a token names. It is not verified yet. */
export function accountOfToken(token: string): string | null {
  return /^([\w-]{22})\.[0-9a-z]{1,10}\.[\w-]{43}$/.exec(token)?.[1] ?? null
}

export function isResetToken(secret: string, { passwordHash }: Account, token: string): boolean {
  const [publicId = '', time = '', sealed = ''] = token.split('.')
  const isOurs = isSealOf(secret, resetUse, `${publicId}.${time}.${passwordHash}`, sealed)
  return isOurs && Number.parseInt(time, 36) * 1_000 > Date.now()
}

/** How long a person may take to log in at the issuer of single sign-on. */
const signOnMs = 15 * 60_000

/** What a browser keeps while its person logs in at the issuer of single sign-on. */
export function newSignOnAttempt(secret: string): string {
  const endsAt = Math.floor((Date.now() + signOnMs) / 1_000).toString(36)
  return sealed(secret, 'sign-on attempt', `${endsAt}.${newPublicId()}`)
}

/** Whether this instance began the attempt, not too long ago. */
export function isSignOnAttempt(secret: string, attempt: string): boolean {
  const [endsAt = ''] = unsealed(secret, 'sign-on attempt', attempt)?.split('.') ?? []
  return Number.parseInt(endsAt, 36) * 1_000 > Date.now()
}

/** The account and the project of an unsubscribe link, by public ids. */
export interface StopTarget {
  user: string
  project: string
}

/** The token of the unsubscribe link in every mail about a project to its owner. It needs no login. */
export function stopToken(secret: string, { user, project }: StopTarget): string {
  return sealed(secret, 'stop mails', `${user}.${project}`)
}

/** @returns null for a token that this instance did not make */
export function readStopToken(secret: string, token: string): StopTarget | null {
  const [user = '', project, ...rest] = unsealed(secret, 'stop mails', token)?.split('.') ?? []
  return project === undefined || rest.length > 0 ? null : { user, project }
}

/** The uses of links in mails to a visitor: confirm their address, or stop the mails and remove it. */
type Use = 'confirm' | 'stop'

/** @param key of the subscriber; every entered address has its own */
export function subscriberToken(secret: string, use: Use, key: string): string {
  return sealed(secret, `${use} reply mail`, key)
}

/** @returns the key; null for a token that this instance did not issue for this use */
export function readSubscriberToken(secret: string, use: Use, token: string): string | null {
  const key = unsealed(secret, `${use} reply mail`, token)
  return key?.includes('.') ? null : key
}

const joinUse = 'join a project'

/** The path of the page on which an account joins a project. Its last part is a token. */
export function joinPath(secret: string, invitation: string): string {
  return pageRoutes.join.replace(':joinToken', sealed(secret, joinUse, invitation))
}

/** @returns the id of the invitation; null for a token that this instance did not make */
export function readJoinToken(secret: string, token: string): string | null {
  return unsealed(secret, joinUse, token)
}

const sealed = (secret: string, use: string, text: string) => `${text}.${sealOf(secret, use, text)}`

/** The text of a token; null if its seal is not for this use. */
function unsealed(secret: string, use: string, token: string): string | null {
  const end = token.lastIndexOf('.')
  const text = token.slice(0, Math.max(0, end))
  return isSealOf(secret, use, text, token.slice(end + 1)) ? text : null
}

/** A link token proves that the password of a link was entered. It holds the link's lock, which every new password, new
 *  link and closing replaces, and a seal, so that reading the database is not enough to make one. */

const lockLength = 22

export class LinkTokens {
  readonly #keys: ReturnType<typeof shortSealKeys>

  constructor(config: Pick<Config, 'secrets'>) {
    this.#keys = shortSealKeys(config, 'link tokens')
  }

  issue(lock: string): string {
    return `${lock}${shortSealOf(this.#keys[0], lock)}`
  }

  /** The lock that a token opens; null for a token that this server did not issue. */
  read(token: string | undefined): string | null {
    if (token === undefined) return null
    const lock = token.slice(0, lockLength)
    const seal = token.slice(lockLength)
    return this.#keys.some((key) => shortSealOf(key, lock) === seal) ? lock : null
  }
}
