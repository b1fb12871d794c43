import type { ThreadWithReplies } from '../comments/threads.record'

export type ChangeKey = number | 'project' | 'round'

export interface ThreadName {
  number: number
  publicId: string
}

export interface Change {
  /** Its number within the project; null for a change that is not counted. */
  seq: number | null
  subject: ThreadName | 'project' | 'round'
  /** The thread as it was inserted. It needs no read while nothing else happened to it. */
  added: ThreadWithReplies | null
  isNew: boolean
}

/** Minimum time between two events of one thread. All changes in between become one event with the newest
 *  state. */
export const settleMs = 300

/** The unsent changes of one project, in the order of their numbers. Successive changes of a thread become one. */
export class PendingChanges {
  readonly #changes = new Map<ChangeKey, Change>()
  /** When the latest events of each thread were sent. An entry is removed when it no longer delays an event. */
  readonly #sentAt = new Map<ChangeKey, number>()

  get isEmpty(): boolean {
    return this.#changes.size === 0
  }

  find(key: ChangeKey): Change | undefined {
    return this.#changes.get(key)
  }

  add(key: ChangeKey, change: Change): void {
    // Moved to the end with its new number: pages continue after the last number they received, so nothing with a lower one
    // may be unsent then. A change without a number keeps the place of the one that it joins.
    const seq = change.seq ?? this.#changes.get(key)?.seq ?? null
    if (change.seq !== null) this.#changes.delete(key)
    this.#changes.set(key, { ...change, seq })
  }

  /** The changes that may be sent now, in order. No change may overtake a delayed one. A thread that keeps changing moves to
   *  the end, so that it delays no other. */
  takeSettled(): Change[] {
    const now = performance.now()
    for (const [key, at] of this.#sentAt) if (now - at >= settleMs) this.#sentAt.delete(key)
    const settled: Change[] = []
    for (const [key, change] of this.#changes) {
      if (this.#sentAt.has(key)) break
      this.#changes.delete(key)
      this.#sentAt.set(key, now)
      settled.push(change)
    }
    return settled
  }
}
