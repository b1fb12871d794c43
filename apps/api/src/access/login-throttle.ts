import { createHmac } from 'node:crypto'
import { AppError } from '@pinmark/shared/errors'
import type { Config } from '../config'
import { findKnownPlaces, rememberPlaces } from '../models/known-place'
import { forgetAllTries, forgetTries, takeTry, type DelayRule } from '../models/login-delay'
import { enterDraw, takePrize } from '../models/login-draw'
import type { Actor } from './actor'
import { ExactCounter } from './rates/exact-counter'
import { formatWait } from './rates/format-wait'

const daySeconds = 86_400

type Visitor = Pick<Actor, 'network' | 'guestHash'>

/** Limits how often passwords are tried, and always leaves the owner of an account a way in. Each network or browser
 *  that the account has logged in from has its own delay. All others share a number of tries a day. The first half
 *  goes to the first who ask. After that each round admits one network, drawn from those that asked. Accounts that do
 *  not exist are treated the same. The database holds hashes and no addresses.
 *  docs/decisions/0034-limits-that-lock-nobody-out.md */
export class LoginThrottle {
  readonly #perAccount: ExactCounter
  readonly #rule: DelayRule
  readonly #roundMs: number
  readonly #key: string
  readonly #code: 'too_many_logins' | 'too_many_unlocks'

  /** @param code the error code of a refused attempt */
  constructor({ rates, secrets }: Config, code: 'too_many_logins' | 'too_many_unlocks' = 'too_many_logins') {
    this.#code = code
    const asTheyCome = Math.max(1, Math.floor(rates.loginsPerAccountPerDay / 2))
    // A day overlaps one round more than it contains.
    const drawn = Math.max(1, rates.loginsPerAccountPerDay - asTheyCome - 1)
    this.#perAccount = new ExactCounter({ name: 'account', points: asTheyCome, seconds: daySeconds })
    this.#roundMs = (daySeconds * 1_000) / drawn
    this.#rule = { freeTries: rates.freeLoginFailures, firstMs: 1_000, maxMs: 15 * 60_000 }
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
    const waitMs = await takeTry(isKnownBrowser ? browser : network, this.#rule)
    if (waitMs !== null) throw this.#tooMany(waitMs)
    const isKnown = known.size > 0
    // An attempt from a known place is counted separately, and nothing reads this count. Without the write,
    // such an attempt would be faster than one for an account that does not exist.
    const { isOver } = await this.#perAccount.count(this.loginKey(subject) + (isKnown ? ' known' : ''))
    if (isOver && !isKnown) await this.#draw(this.loginKey(subject), network)
    return isKnown
  }

  async succeeded(subject: string, visitor: Visitor): Promise<void> {
    const { all } = this.#placesOf(subject, visitor)
    await Promise.all([forgetTries(all), rememberPlaces(all)])
  }

  /** Ends the delays of every place, after a reset of the password. The limit of the day and its draw stay. */
  async endDelays(subject: string): Promise<void> {
    await forgetAllTries(this.loginKey(subject))
  }

  /** Takes a successful try out of the count of the day, because many networks open the same link. */
  async giveBack(subject: string): Promise<void> {
    await this.#perAccount.add(this.loginKey(subject), -1)
  }

  /** The prefix of all records about logins to an account. */
  loginKey(subject: string): string {
    return this.#hash(subject)
  }

  /** Admits the network that won the last round, once. Any other network takes part in the present round.
   *  @throws AppError until the next round */
  async #draw(loginKey: string, network: string): Promise<void> {
    const now = Date.now()
    const round = Math.floor(now / this.#roundMs)
    const drawOf = (number: number) => `${loginKey}.${number}`
    // Outsiders cannot tell which network has the lowest number.
    const ticketOf = (number: number) => this.#hash(network, `round ${number}`)
    if (await takePrize(drawOf(round - 1), ticketOf(round - 1))) return
    const expiresAt = new Date((round + 2) * this.#roundMs)
    await enterDraw(drawOf(round), ticketOf(round), expiresAt)
    throw this.#tooMany((round + 1) * this.#roundMs - now)
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
