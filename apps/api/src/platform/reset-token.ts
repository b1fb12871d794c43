import { isSealOf, sealOf } from './seal'

/** How long a link to a new password works. */
export const resetMs = 30 * 60_000

interface Account {
  publicId: string
  passwordHash: string
}

const purpose = 'password reset'

/** What a link to a new password carries. Nothing of it is stored: it is made from the present password, and so it ends with
 *  the first use, with a change of the password, and with its time. */
export function resetToken(secret: string, account: Account, expiresAt: Date): string {
  const head = `${account.publicId}.${Math.floor(expiresAt.getTime() / 1_000).toString(36)}`
  return `${head}.${sealOf(secret, purpose, `${head}.${account.passwordHash}`)}`
}

/** For which account a token claims to be. */
export function accountOfToken(token: string): string | null {
  return /^([\w-]{22})\.[0-9a-z]{1,10}\.[\w-]{43}$/.exec(token)?.[1] ?? null
}

export function isResetToken(secret: string, { passwordHash }: Account, token: string): boolean {
  const [publicId = '', time = '', sealed = ''] = token.split('.')
  const isOurs = isSealOf(secret, purpose, `${publicId}.${time}.${passwordHash}`, sealed)
  return isOurs && Number.parseInt(time, 36) * 1_000 > Date.now()
}
