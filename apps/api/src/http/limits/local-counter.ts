import type { Count } from './rate-counter'
import { rateTable, type RateName, type RatePoints } from './rate-table'

/** Counts of this process alone, which are cheap enough for every request. Windows end by the monotonic clock. */
export class LocalCounter {
  readonly #windows = new Map<string, { total: number; endsAt: number }>()
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
      makeRoom(this.#windows, now)
      entry = { total: 0, endsAt: now + this.#windowMs }
      this.#windows.set(key, entry)
    }
    entry.total += 1
    return { isOver: entry.total > this.#points, waitMs: entry.endsAt - now }
  }
}

/** How many keys a map holds before windows that have ended are removed. */
const maxKeys = 20_000

/** Keeps a map of windows from growing with every network. It removes windows that have ended, then the oldest ones. */
export function makeRoom(windows: Map<string, { endsAt: number }>, now: number): void {
  if (windows.size < maxKeys) return
  for (const [key, { endsAt }] of windows) if (endsAt <= now) windows.delete(key)
  for (const key of windows.keys()) {
    if (windows.size < maxKeys * 0.9) return
    windows.delete(key)
  }
}
