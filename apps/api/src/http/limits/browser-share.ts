import type { Actor } from '../../core/actor'
import { makeRoom } from './local-counter'
import { RateCounter, type Count } from './rate-counter'

const daySeconds = 86_400

/** The share of one network in what has room for a limited number of browsers, such as a round for verdicts, in a day.
 *  Guest secrets cost nothing, so one visitor could otherwise take all the room. */
export class BrowserShare {
  readonly #networks: RateCounter
  /** What this process has counted, so that a browser that changes its mind counts once. */
  readonly #browsers = new Map<string, { endsAt: number; counting: Promise<Count> }>()

  constructor(name: string, points: number) {
    this.#networks = new RateCounter(name, points, daySeconds)
  }

  /** Counts a browser once for each `room`, which begins with the id of the project. */
  async count({ guestHash, network }: Pick<Actor, 'guestHash' | 'network'>, room: string): Promise<Count> {
    const browser = `${room} ${guestHash}`
    let isCounted = false
    try {
      const count = await (this.#known(browser) ?? this.#begin(browser, `${room} ${network}`))
      isCounted = !count.isOver
      return count
    } finally {
      if (!isCounted) this.#browsers.delete(browser)
    }
  }

  #known(browser: string): Promise<Count> | undefined {
    const known = this.#browsers.get(browser)
    return known && known.endsAt > performance.now() ? known.counting : undefined
  }

  #begin(browser: string, key: string): Promise<Count> {
    const now = performance.now()
    makeRoom(this.#browsers, now)
    const counting = this.#networks.count(key)
    this.#browsers.set(browser, { endsAt: now + daySeconds * 1_000, counting })
    return counting
  }
}
