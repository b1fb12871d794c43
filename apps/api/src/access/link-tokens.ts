/** A link token proves that the password of a link was entered. It holds the link's lock, which every new password, new
 *  link and closing replaces, and a seal, so that reading the database is not enough to make one. */
import { createHmac } from 'node:crypto'
import type { Config } from '../config'

const lockLength = 22
const sealBytes = 16

export class LinkTokens {
  /** The first secret signs. All of them are accepted. */
  readonly #secrets: readonly [Buffer, ...Buffer[]]

  constructor({ secrets: { jwt, jwtPrevious } }: Pick<Config, 'secrets'>) {
    const keyOf = (secret: string) => createHmac('sha256', secret).update('link tokens').digest()
    this.#secrets = [keyOf(jwt), ...(jwtPrevious === null ? [] : [keyOf(jwtPrevious)])]
  }

  issue(lock: string): string {
    return `${lock}${sealOf(this.#secrets[0], lock)}`
  }

  /** The lock that a token opens; null for a token that this server did not issue. */
  read(token: string | undefined): string | null {
    if (token === undefined) return null
    const lock = token.slice(0, lockLength)
    const seal = token.slice(lockLength)
    // The comparison need not take constant time: each guess costs a request over the network, and the seal has 128
    // bits.
    return this.#secrets.some((secret) => sealOf(secret, lock) === seal) ? lock : null
  }
}

function sealOf(secret: Buffer, lock: string): string {
  return createHmac('sha256', secret).update(lock).digest().subarray(0, sealBytes).toString('base64url')
}
