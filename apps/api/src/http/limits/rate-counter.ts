import { LRUCache } from 'lru-cache'
import { RateLimiterMemory, RateLimiterMongo } from 'rate-limiter-flexible'
import { Coalescer } from '../../base/coalescer'
import { type RateName, type RatePoints, rateTable } from './rate-table'
import { rateWindowCollection, rateWindowStore } from './rate-window.record'

/** The result of counting: whether the limit is exceeded, and how long the window still lasts. */
export interface Count {
  isOver: boolean
  waitMs: number
}

/** Clocks of servers that share a database differ by less. */
const clocksDifferMs = 1_000

/** Counts in windows that all processes share in the database. While the database is away, this process counts alone. */
export class RateCounter {
  readonly #limiter: RateLimiterMongo | null
  readonly #points: number
  readonly #longestMs: number
  /** Requests of one key that arrive together are counted with one write. */
  readonly #counts = new Coalescer<string, Count>(Infinity, (keys) => this.#countAll(keys))

  /** @param points the limit; Infinity for none */
  constructor(keyPrefix: string, points: number, duration: number) {
    const window = { keyPrefix, points, duration }
    this.#points = points
    this.#longestMs = duration * 1_000 + clocksDifferMs
    this.#limiter = Number.isFinite(points)
      ? new RateLimiterMongo({
          ...window,
          storeClient: rateWindowStore,
          tableName: rateWindowCollection,
          // The model builds them.
          disableIndexesCreation: true,
          insuranceLimiter: new RateLimiterMemory(window),
        })
      : null
  }

  static of(name: RateName, points: RatePoints): RateCounter {
    return new RateCounter(name, points[name], rateTable[name].seconds)
  }

  async count(key: string): Promise<Count> {
    return this.#counts.add(key, key)
  }

  /** Takes one count back. */
  async giveBack(key: string): Promise<void> {
    await this.#limiter?.reward(key)
  }

  /** @param keys the same key, once for each request */
  async #countAll(keys: readonly string[]): Promise<PromiseSettledResult<Count>[]> {
    const [key = ''] = keys
    const { total, waitMs } = await this.#add(key, keys.length)
    const before = total - keys.length
    return keys.map((_, at) => ({
      status: 'fulfilled',
      value: { isOver: before + at + 1 > this.#points, waitMs },
    }))
  }

  async #add(key: string, count: number): Promise<{ total: number; waitMs: number }> {
    if (this.#limiter === null) return { total: count, waitMs: 0 }
    let window = await this.#limiter.penalty(key, count)
    if (window.msBeforeNext > this.#longestMs) {
      // The clock was set back since the window began. Without this, the window would last until the clock is there again.
      await this.#limiter.delete(key)
      window = await this.#limiter.penalty(key, count)
    }
    return { total: window.consumedPoints, waitMs: window.msBeforeNext }
  }
}

/** How many networks a process counts. Those that have sent nothing for the longest time are forgotten first. */
export const maxKeys = 20_000

/** Counts of this process alone, which are cheap enough for every request. Windows end by the monotonic clock. */
export class LocalCounter {
  readonly #windows = new LRUCache<string, { total: number; endsAt: number }>({ max: maxKeys })
  readonly #points: number
  readonly #windowMs: number

  constructor(name: RateName, points: RatePoints) {
    this.#points = points[name]
    this.#windowMs = rateTable[name].seconds * 1_000
  }

  count(key: string): Count {
    const now = performance.now()
    let entry = this.#windows.get(key)
    if (!entry || entry.endsAt <= now) {
      entry = { total: 0, endsAt: now + this.#windowMs }
      this.#windows.set(key, entry)
    }
    entry.total += 1
    return { isOver: entry.total > this.#points, waitMs: entry.endsAt - now }
  }
}
