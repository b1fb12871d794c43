import { makeRoom, type Count, type RateWindow } from './rate-window'

/** Counts of this process alone, which are cheap enough for every request. */
export class LocalCounter {
  readonly #windows = new Map<string, { total: number; endsAt: number }>()

  constructor(private readonly window: RateWindow) {}

  count(key: string): Count {
    const now = performance.now()
    let entry = this.#windows.get(key)
    if (!entry || entry.endsAt <= now) {
      makeRoom(this.#windows, now)
      entry = { total: 0, endsAt: now + this.window.seconds * 1_000 }
      this.#windows.set(key, entry)
    }
    entry.total += 1
    return { isOver: entry.total > this.window.points, waitMs: entry.endsAt - now }
  }
}
