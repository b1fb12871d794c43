import { guestSecretPattern } from '@pinmark/shared/id-patterns'
import { guestSecretHeader, linkInPage, linkTokenHeader, sessionTokenHeader } from '@pinmark/shared/paths'
import { readStored, writeStored } from './storage'

/** Identifies the caller to the server. It imports no library, because `first.ts` sends the same with the
 *  first request. */

export const tokenKey = 'pinmark.token'
const guestSecretKey = 'pinmark.guest'

export function readToken(): string | null {
  return readStored(tokenKey)
}

/** Marks the comments of a visitor without an account as "mine"; null until the app first calls the server. */
export function findGuestSecret(): string | null {
  const stored = readStored(guestSecretKey)
  return stored !== null && guestSecretPattern.test(stored) ? stored : null
}

/** Headers that identify the caller, read for every call. */
export function identityHeaders(): Record<string, string> {
  return headersWith(findGuestSecret() ?? makeGuestSecret())
}

export function headersWith(guestSecret: string | null): Record<string, string> {
  const token = readToken()
  const linkToken = readLinkToken()
  return {
    ...(token && loginHeader(token)),
    ...(linkToken && { [linkTokenHeader]: linkToken }),
    ...(guestSecret && { [guestSecretHeader]: guestSecret }),
  }
}

/** The login has a header of its own, because a proxy may keep `Authorization` to itself. `Authorization` is sent too, unless
 *  it belongs to the login of a proxy. */
function loginHeader(token: string): Record<string, string> {
  const isOfProxy = document.documentElement.hasAttribute('data-proxy-login')
  return { [sessionTokenHeader]: token, ...(!isOfProxy && { Authorization: `Bearer ${token}` }) }
}

function makeGuestSecret(): string {
  const secret = randomId()
  writeStored(guestSecretKey, secret)
  return secret
}

const keyOf = (linkId: string) => `pinmark.link.${linkId}`

/** The token for the password of the open page's link; null on other pages. */
function readLinkToken(): string | null {
  const [, linkId] = linkInPage.exec(location.pathname) ?? []
  return linkId === undefined ? null : readStored(keyOf(linkId))
}

/** Stores that this browser has entered the password of a link, until the server refuses the token. */
export function rememberLinkToken(linkId: string, token: string | null): void {
  writeStored(keyOf(linkId), token)
}

/** 22 characters in base64url from 16 random bytes. `crypto.randomUUID` is missing on plain-HTTP addresses. */
export function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}
