import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import type { Config } from '../config'

/** Proves later that this instance wrote `text` for this purpose. Nothing is stored for it. */
export function sealOf(secret: string, purpose: string, text: string): string {
  const key = new Uint8Array(hkdfSync('sha256', secret, '', `pinmark ${purpose}`, 32))
  return createHmac('sha256', key).update(text).digest('base64url')
}

export function isSealOf(secret: string, purpose: string, text: string, given: string): boolean {
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
