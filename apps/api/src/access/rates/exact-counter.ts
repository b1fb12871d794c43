import { RateLimiterMemory, RateLimiterMongo } from 'rate-limiter-flexible'
import { rateWindowCollection, rateWindowStore } from '../../models/rate-window'
import type { Count, RateWindow } from './rate-window'

/** Counts in the database, with one write for each count, so that all processes share the counts. While the database
 *  is unavailable this process counts alone. */
export class ExactCounter {
  readonly #local: RateLimiterMemory
  #shared: RateLimiterMongo | undefined

  constructor(private readonly window: RateWindow) {
    this.#local = new RateLimiterMemory(this.#options())
  }

  async count(key: string): Promise<Count> {
    const { total, endsAt } = await this.add(key, 1)
    return { isOver: total > this.window.points, waitMs: endsAt - Date.now() }
  }

  /** Adds to the window of `key` and returns its state. */
  async add(key: string, points: number): Promise<{ total: number; endsAt: number }> {
    this.#shared ??= this.#connect()
    const limiter = this.#shared ?? this.#local
    const { consumedPoints, msBeforeNext } = await limiter.penalty(key, points)
    return { total: consumedPoints, endsAt: Date.now() + msBeforeNext }
  }

  /** Undefined until the database is connected: counters are created before it. */
  #connect(): RateLimiterMongo | undefined {
    const storeClient = rateWindowStore()
    if (!storeClient) return undefined
    return new RateLimiterMongo({
      ...this.#options(),
      storeClient,
      tableName: rateWindowCollection,
      disableIndexesCreation: true,
      insuranceLimiter: this.#local,
    })
  }

  #options() {
    const { name: keyPrefix, points, seconds: duration } = this.window
    return { keyPrefix, points, duration }
  }
}
