import { linkInPage } from '@pinmark/shared/paths'
import { readStored, writeStored } from './storage'

const keyOf = (linkId: string) => `pinmark.link.${linkId}`

/** The token for the password of the open page's link; null on other pages. */
export function readLinkToken(): string | null {
  const [, linkId] = linkInPage.exec(location.pathname) ?? []
  return linkId === undefined ? null : readStored(keyOf(linkId))
}

/** Stores that this browser has entered the password of a link, until the server refuses the token. */
export function rememberLinkToken(linkId: string, token: string | null): void {
  writeStored(keyOf(linkId), token)
}
