import { RateLimiterMemory } from 'rate-limiter-flexible'
import { countInWindow } from '../../models/rate-window'
import type { Count, RateWindow } from './rate-window'

/** Counts in the database, with one write for each count, so that all processes share the counts. While the database
 *  is unavailable this process counts alone. */
export class ExactCounter {
  readonly #local: RateLimiterMemory

  constructor(private readonly window: RateWindow) {
    const { name: keyPrefix, points, seconds: duration } = window
    this.#local = new RateLimiterMemory({ keyPrefix, points, duration })
  }

  async count(key: string): Promise<Count> {
    const { total, waitMs } = await this.add(key, 1)
    return { isOver: total > this.window.points, waitMs }
  }

  /** Adds to the window of `key` and returns its state. */
  async add(key: string, points: number): Promise<{ total: number; waitMs: number }> {
    const { name, seconds } = this.window
    const shared = await countInWindow(`${name}:${key}`, points, seconds * 1_000).catch(() => null)
    if (shared) return shared
    const { consumedPoints, msBeforeNext } = await this.#local.penalty(key, points)
    return { total: consumedPoints, waitMs: msBeforeNext }
  }
}
