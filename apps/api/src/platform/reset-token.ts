import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'

/** How long a link to a new password works. */
export const resetMs = 30 * 60_000

interface Account {
  publicId: string
  passwordHash: string
}

/** What a link to a new password carries. Nothing of it is stored: it is made from the present password, and so it ends with
 *  the first use, with a change of the password, and with its time. */
export function resetToken(secret: string, account: Account, expiresAt: Date): string {
  const head = `${account.publicId}.${Math.floor(expiresAt.getTime() / 1_000).toString(36)}`
  return `${head}.${seal(secret, head, account)}`
}

/** For which account a token claims to be. */
export function accountOfToken(token: string): string | null {
  return /^([\w-]{22})\.[0-9a-z]{1,10}\.[\w-]{43}$/.exec(token)?.[1] ?? null
}

export function isResetToken(secret: string, account: Account, token: string): boolean {
  const [publicId = '', time = '', sealed = ''] = token.split('.')
  const expected = Buffer.from(seal(secret, `${publicId}.${time}`, account))
  const given = Buffer.from(sealed)
  const isOurs = given.length === expected.length && timingSafeEqual(given, expected)
  return isOurs && Number.parseInt(time, 36) * 1_000 > Date.now()
}

function seal(secret: string, head: string, { passwordHash }: Account): string {
  const key = new Uint8Array(hkdfSync('sha256', secret, '', 'pinmark password reset', 32))
  return createHmac('sha256', key).update(`${head}.${passwordHash}`).digest('base64url')
}
