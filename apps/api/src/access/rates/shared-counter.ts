import { ExactCounter } from './exact-counter'
import { makeRoom, type Count, type RateWindow } from './rate-window'

/** How long counts may wait to be sent to the other processes. */
const batchMs = 200

interface Entry {
  total: number
  endsAt: number
  /** Counted here and not sent yet. */
  unsent: number
  isSending: boolean
  /** Settles when the database has said how far the window is. */
  loaded: Promise<void>
}

/** Counts that hold for all processes and cost no write each: how far a window is comes from the database once, then
 *  this process counts, and sends on in batches what it added. Exact within one process; several can overshoot by
 *  what reaches them within one batch. With a write for each, a comment would cost twice as much. */
export class SharedCounter {
  readonly #entries = new Map<string, Entry>()
  readonly #exact: ExactCounter

  constructor(private readonly window: RateWindow) {
    this.#exact = new ExactCounter(window)
  }

  /** Counts one, unless the window is full. */
  async count(key: string): Promise<Count> {
    const entry = this.#current(key) ?? this.#open(key)
    await entry.loaded
    const count = this.#look(entry)
    if (count.isOver) return count
    entry.total += 1
    entry.unsent += 1
    this.#sendSoon(key, entry)
    return count
  }

  /** Whether the next one would be over, as far as this process knows; costs nothing. */
  peek(key: string): Count {
    const entry = this.#current(key)
    return entry ? this.#look(entry) : { isOver: false, waitMs: 0 }
  }

  #look(entry: Entry): Count {
    return { isOver: entry.total >= this.window.points, waitMs: Math.max(0, entry.endsAt - Date.now()) }
  }

  #current(key: string): Entry | undefined {
    const entry = this.#entries.get(key)
    return entry && entry.endsAt > Date.now() ? entry : undefined
  }

  #open(key: string): Entry {
    const now = Date.now()
    makeRoom(this.#entries, now)
    const endsAt = now + this.window.seconds * 1_000
    const entry: Entry = { total: 0, endsAt, unsent: 0, isSending: false, loaded: Promise.resolve() }
    // Where the database cannot say, counting starts here: a limit must not become an outage.
    entry.loaded = this.#exchange(key, entry).catch(() => undefined)
    this.#entries.set(key, entry)
    return entry
  }

  /** Sends what was added here and learns what all have counted together. */
  async #exchange(key: string, entry: Entry): Promise<void> {
    const sent = entry.unsent
    entry.unsent = 0
    try {
      const shared = await this.#exact.add(key, sent)
      entry.total = shared.total + entry.unsent
      entry.endsAt = shared.endsAt
    } catch (error) {
      entry.unsent += sent
      throw error
    }
  }

  #sendSoon(key: string, entry: Entry): void {
    if (entry.isSending) return
    entry.isSending = true
    setTimeout(() => {
      // A count that could not be sent stays counted here; the next one tries again.
      const done = () => {
        entry.isSending = false
        if (entry.unsent > 0) this.#sendSoon(key, entry)
      }
      this.#exchange(key, entry).then(done, done)
    }, batchMs).unref()
  }
}
