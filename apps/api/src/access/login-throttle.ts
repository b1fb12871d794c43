import { createHmac } from 'node:crypto'
import { AppError } from '@pinmark/shared/errors'
import type { Config } from '../config'
import { isKnownNetwork, rememberNetwork } from '../models/known-network'
import { forgetTries, takeTry, type DelayRule } from '../models/login-delay'
import { ExactCounter } from './rates/exact-counter'
import { formatWait } from './rates/format-wait'

const daySeconds = 86_400

/** Bounds how often passwords are tried, without a way to lock somebody out: tries from one network slow down that
 *  network alone, and the account's daily cap leaves out every network it ever logged in from. Accounts that do not
 *  exist are treated alike. What is stored are hashes, no addresses. */
export class LoginThrottle {
  readonly #perAccount: ExactCounter
  readonly #rule: DelayRule
  readonly #key: string

  constructor({ rates, secrets }: Config) {
    this.#perAccount = new ExactCounter({
      name: 'account',
      points: rates.loginsPerAccountPerDay,
      seconds: daySeconds,
    })
    this.#rule = { freeTries: rates.freeLoginFailures, firstMs: 1_000, maxMs: 15 * 60_000 }
    this.#key = secrets.pepper
  }

  /** Lets one try through; it counts as failed until `succeeded`.
   *  @throws AppError too_many_logins */
  async admit(email: string, network: string): Promise<void> {
    const place = this.#place(email, network)
    const waitMs = await takeTry(place, this.#rule)
    if (waitMs !== null) throw tooMany(waitMs)
    if (await isKnownNetwork(place)) return
    const { isOver, waitMs: windowMs } = await this.#perAccount.count(this.loginKey(email))
    if (isOver) throw tooMany(windowMs)
  }

  async succeeded(email: string, network: string): Promise<void> {
    const place = this.#place(email, network)
    await Promise.all([forgetTries(place), rememberNetwork(place)])
  }

  /** Under which everything about logins to an account is kept: its records begin with it. */
  loginKey(email: string): string {
    return this.#hash(email)
  }

  #place(email: string, network: string): string {
    return `${this.loginKey(email)}.${this.#hash(email, network)}`
  }

  #hash(...parts: string[]): string {
    return createHmac('sha256', this.#key).update(JSON.stringify(parts)).digest('base64url')
  }
}

function tooMany(waitMs: number): AppError {
  return new AppError('too_many_logins', {
    params: { wait: formatWait(waitMs) },
    retryAfterSeconds: Math.max(1, waitMs / 1_000),
  })
}
