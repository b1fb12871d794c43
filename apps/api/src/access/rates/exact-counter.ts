import { RateLimiterMemory, RateLimiterMongo } from 'rate-limiter-flexible'
import { rateWindowCollection, rateWindowStore } from '../../models/rate-window'
import type { Count, RateWindow } from './rate-window'

/** Counts in the database, one write each, that hold for all processes at once. While the database is away this
 *  process counts for itself. */
export class ExactCounter {
  #limiter: RateLimiterMongo | undefined

  constructor(private readonly window: RateWindow) {}

  async count(key: string): Promise<Count> {
    const { total, endsAt } = await this.add(key, 1)
    return { isOver: total > this.window.points, waitMs: endsAt - Date.now() }
  }

  /** Adds to the window of `key` and says how far it is. */
  async add(key: string, points: number): Promise<{ total: number; endsAt: number }> {
    this.#limiter ??= this.#create()
    const { consumedPoints, msBeforeNext } = await this.#limiter.penalty(key, points)
    return { total: consumedPoints, endsAt: Date.now() + msBeforeNext }
  }

  #create(): RateLimiterMongo {
    const { name: keyPrefix, points, seconds: duration } = this.window
    return new RateLimiterMongo({
      storeClient: rateWindowStore(),
      tableName: rateWindowCollection,
      disableIndexesCreation: true,
      keyPrefix,
      points,
      duration,
      insuranceLimiter: new RateLimiterMemory({ keyPrefix, points, duration }),
    })
  }
}
