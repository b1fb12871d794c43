import { createHmac } from 'node:crypto'
import { AppError } from '@pinmark/shared/errors'
import type { Config } from '../config'
import {
  type DelayRule,
  findKnownPlaces,
  forgetAllTries,
  forgetTries,
  rememberPlaces,
  takeTry,
} from './logins.record'
import type { Actor } from '../core/actor'
import { formatWait } from '../http/limits/rate-limits'
import { RateCounter } from '../http/limits/rate-counter'

type Visitor = Pick<Actor, 'network' | 'guestHash'>

/** Limits how often passwords are tried. Each network or browser that the account has logged in from has its own delay, so
 *  nobody else can lock it out. All others share a number of tries a day. Accounts that do not exist are treated the same.
 *  The database holds hashes and no addresses. docs/decisions/0034-limits-that-lock-nobody-out.md */
export class LoginThrottle {
  readonly #perAccount: RateCounter
  readonly #rule: DelayRule
  readonly #key: string
  readonly #code: 'too_many_logins' | 'too_many_unlocks'

  /** @param code the error code of a refused attempt */
  constructor(
    { rates, secrets }: Pick<Config, 'rates' | 'secrets'>,
    code: 'too_many_logins' | 'too_many_unlocks' = 'too_many_logins',
  ) {
    this.#code = code
    this.#perAccount = RateCounter.of('passwordTry', rates)
    this.#rule = { freeTries: rates.passwordFailure, firstMs: 1_000, maxMs: 15 * 60_000 }
    this.#key = secrets.pepper
  }

  /** Admits one attempt. It counts as failed until `succeeded` is called.
   *  @param subject what the password belongs to: the e-mail address of an account, or `link ID LOCK` for a link
   *  @returns whether the right password was entered at this place before; if not, the attempt counts towards the limit
   *  of the day
   *  @throws AppError too_many_logins or the other code */
  async admit(subject: string, visitor: Visitor): Promise<boolean> {
    const { network, browser, all } = this.#placesOf(subject, visitor)
    const known = await findKnownPlaces(all)
    const isKnownBrowser = browser !== null && known.has(browser)
    const delayMs = await takeTry(isKnownBrowser ? browser : network, this.#rule)
    if (delayMs !== null) throw this.#tooMany(delayMs)
    const isKnown = known.size > 0
    // An attempt from a known place is counted separately, and nothing reads this count. Without the write,
    // such an attempt would be faster than one for an account that does not exist.
    const count = await this.#perAccount.count(this.loginKey(subject) + (isKnown ? ' known' : ''))
    if (count.isOver && !isKnown) throw this.#tooMany(count.waitMs)
    return isKnown
  }

  async succeeded(subject: string, visitor: Visitor): Promise<void> {
    const { all } = this.#placesOf(subject, visitor)
    await Promise.all([forgetTries(all), rememberPlaces(all)])
  }

  /** Ends the delays of every place, after a reset of the password. The limit of the day stays. */
  async endDelays(subject: string): Promise<void> {
    await forgetAllTries(this.loginKey(subject))
  }

  /** Takes a successful try out of the count of the day, because many networks open the same link. */
  async giveBack(subject: string): Promise<void> {
    await this.#perAccount.giveBack(this.loginKey(subject))
  }

  /** The prefix of all records about logins to an account. */
  loginKey(subject: string): string {
    return this.#hash(subject)
  }

  #placesOf(subject: string, { network, guestHash }: Visitor) {
    const placeOf = (...parts: string[]) => `${this.loginKey(subject)}.${this.#hash(subject, ...parts)}`
    const byNetwork = placeOf(network)
    const browser = guestHash === null ? null : placeOf('browser', guestHash)
    return { network: byNetwork, browser, all: browser === null ? [byNetwork] : [byNetwork, browser] }
  }

  #hash(...parts: string[]): string {
    return createHmac('sha256', this.#key).update(JSON.stringify(parts)).digest('base64url')
  }

  #tooMany(waitMs: number): AppError {
    return new AppError(this.#code, {
      params: { wait: formatWait(waitMs) },
      retryAfterSeconds: Math.max(1, waitMs / 1_000),
    })
  }
}
