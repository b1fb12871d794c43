/** A link token proves that the password of a link was entered. It holds the link's lock, which every new password, new
 *  link and closing replaces, and a seal, so that reading the database is not enough to make one. */
import type { Config } from '../config'
import { shortSealKeys, shortSealOf } from '../base/seal'

const lockLength = 22

export class LinkTokens {
  readonly #keys: ReturnType<typeof shortSealKeys>

  constructor(config: Pick<Config, 'secrets'>) {
    this.#keys = shortSealKeys(config, 'link tokens')
  }

  issue(lock: string): string {
    return `${lock}${shortSealOf(this.#keys[0], lock)}`
  }

  /** The lock that a token opens; null for a token that this server did not issue. */
  read(token: string | undefined): string | null {
    if (token === undefined) return null
    const lock = token.slice(0, lockLength)
    const seal = token.slice(lockLength)
    return this.#keys.some((key) => shortSealOf(key, lock) === seal) ? lock : null
  }
}
