import { isSealOf, sealOf } from './seal'

/** Lifetime of a password reset link. */
export const resetMs = 30 * 60_000

interface Account {
  publicId: string
  passwordHash: string
}

const purpose = 'password reset'

/** The token in a password reset link. Nothing of it is stored: it is derived from the present password, so
 *  it ends with its first use, with a change of the password, and with its lifetime. */
export function resetToken(secret: string, account: Account, expiresAt: Date): string {
  const head = `${account.publicId}.${Math.floor(expiresAt.getTime() / 1_000).toString(36)}`
  return `${head}.${sealOf(secret, purpose, `${head}.${account.passwordHash}`)}`
}

/** The account that a token names. It is not verified yet. */
export function accountOfToken(token: string): string | null {
  return /^([\w-]{22})\.[0-9a-z]{1,10}\.[\w-]{43}$/.exec(token)?.[1] ?? null
}

export function isResetToken(secret: string, { passwordHash }: Account, token: string): boolean {
  const [publicId = '', time = '', sealed = ''] = token.split('.')
  const isOurs = isSealOf(secret, purpose, `${publicId}.${time}.${passwordHash}`, sealed)
  return isOurs && Number.parseInt(time, 36) * 1_000 > Date.now()
}
