import { isSealOf, sealOf } from './seal'

/** The uses of links in mails to a visitor: confirm their address, or stop the mails and remove it. */
type Use = 'confirm' | 'stop'

const purposeOf = (use: Use) => `${use} reply mail`

/** @param key of the subscriber; every entered address has its own */
export function subscriberToken(secret: string, use: Use, key: string): string {
  return `${key}.${sealOf(secret, purposeOf(use), key)}`
}

/** @returns the key; null for a token that this instance did not issue for this use */
export function readSubscriberToken(secret: string, use: Use, token: string): string | null {
  const [key = '', sealed = '', ...rest] = token.split('.')
  return rest.length === 0 && isSealOf(secret, purposeOf(use), key, sealed) ? key : null
}
