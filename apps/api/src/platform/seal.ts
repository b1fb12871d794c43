import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'

/** Proves later that this instance wrote `text` for this purpose. Nothing is stored for it. */
export function sealOf(secret: string, purpose: string, text: string): string {
  const key = new Uint8Array(hkdfSync('sha256', secret, '', `pinmark ${purpose}`, 32))
  return createHmac('sha256', key).update(text).digest('base64url')
}

export function isSealOf(secret: string, purpose: string, text: string, given: string): boolean {
  const [expected, shown] = [Buffer.from(sealOf(secret, purpose, text)), Buffer.from(given)]
  return shown.length === expected.length && timingSafeEqual(shown, expected)
}
