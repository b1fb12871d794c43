import { linkInPage } from '@pinmark/shared/paths'
import { readStored, writeStored } from './storage'

const keyOf = (linkId: string) => `pinmark.link.${linkId}`

/** What the link of the open page gave out for its password; null on pages of no project. */
export function readLinkToken(): string | null {
  const [, linkId] = linkInPage.exec(location.pathname) ?? []
  return linkId === undefined ? null : readStored(keyOf(linkId))
}

/** Remembers that this browser showed the password of a link, until the server no longer takes it. */
export function rememberLinkToken(linkId: string, token: string | null): void {
  writeStored(keyOf(linkId), token)
}
