import { ExactCounter } from './exact-counter'
import { makeRoom, type Count, type RateWindow } from './rate-window'

/** A share is at most this part of the window, and at most this part of what is left in it. */
const ofWindow = 1 / 20
const ofRest = 1 / 8

interface Entry {
  /** By the monotonic clock, which no correction of the time changes. */
  endsAt: number
  /** Already counted in the database, and not used here yet. */
  left: number
  /** How much to count ahead the next time. */
  nextShare: number
  /** The database has nothing left for any process until the window ends. */
  isSpent: boolean
  asking: Promise<void> | undefined
}

/** Counts that all processes share, with few writes. A process reserves a share of the window in the database and
 *  then counts within this share alone. All processes together never admit more than the window holds. Shares become
 *  smaller towards the end of the window, so that one process hardly holds anything back while another refuses. */
export class SharedCounter {
  readonly #entries = new Map<string, Entry>()
  readonly #exact: ExactCounter

  constructor(private readonly window: RateWindow) {
    this.#exact = new ExactCounter(window)
  }

  /** Counts one, unless the window is full. */
  async count(key: string): Promise<Count> {
    const entry = this.#current(key) ?? this.#open(key)
    while (entry.left === 0 && !entry.isSpent) {
      entry.asking ??= this.#askForShare(key, entry).finally(() => (entry.asking = undefined))
      await entry.asking
    }
    const count = this.#look(entry)
    if (!count.isOver) entry.left -= 1
    return count
  }

  /** Whether the next one would exceed the limit, as far as this process knows. It sends no query. */
  peek(key: string): Count {
    const entry = this.#current(key)
    return entry ? this.#look(entry) : { isOver: false, waitMs: 0 }
  }

  #look(entry: Entry): Count {
    return {
      isOver: entry.left === 0 && entry.isSpent,
      waitMs: Math.max(0, entry.endsAt - performance.now()),
    }
  }

  #current(key: string): Entry | undefined {
    const entry = this.#entries.get(key)
    return entry && entry.endsAt > performance.now() ? entry : undefined
  }

  #open(key: string): Entry {
    const now = performance.now()
    makeRoom(this.#entries, now)
    const entry: Entry = {
      endsAt: now + this.window.seconds * 1_000,
      left: 0,
      nextShare: this.#share(this.window.points),
      isSpent: false,
      asking: undefined,
    }
    this.#entries.set(key, entry)
    return entry
  }

  async #askForShare(key: string, entry: Entry): Promise<void> {
    const { points } = this.window
    const asked = entry.nextShare
    const { total, waitMs } = await this.#exact.add(key, asked)
    const before = total - asked
    entry.endsAt = performance.now() + waitMs
    entry.left = Math.max(0, Math.min(asked, points - before))
    entry.isSpent = total >= points
    entry.nextShare = this.#share(points - total)
  }

  #share(rest: number): number {
    return Math.max(1, Math.floor(Math.min(this.window.points * ofWindow, rest * ofRest)))
  }
}
