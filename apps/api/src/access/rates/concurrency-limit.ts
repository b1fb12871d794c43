import { runAfterPendingConnections } from '../../base/pending-connections'

/** Starts a task. The task calls `end` when it is done. */
type Start = (end: () => void) => void

interface Queue {
  running: number
  waiting: Start[]
}

/** Limits how many tasks of one key run at a time. Further tasks wait in a queue of their key, so that a busy key delays
 *  only itself. */
export class ConcurrencyLimit {
  readonly #queues = new Map<string, Queue>()

  constructor(
    private readonly maxRunning: number,
    private readonly maxWaiting: number,
  ) {}

  /** Starts a task now, or once a task of its key has ended.
   *  @returns false when too many wait already: the task is never started */
  run(key: string, start: Start): boolean {
    const queue = this.#queues.get(key) ?? { running: 0, waiting: [] }
    if (queue.running >= this.maxRunning) {
      if (queue.waiting.length >= this.maxWaiting) return false
      queue.waiting.push(start)
      return true
    }
    this.#queues.set(key, queue)
    queue.running += 1
    this.#start(key, queue, start)
    return true
  }

  #start(key: string, queue: Queue, start: Start): void {
    let hasEnded = false
    start(() => {
      if (hasEnded) return
      hasEnded = true
      const next = queue.waiting.shift()
      // After the requests of other keys that arrived meanwhile.
      if (next) return runAfterPendingConnections(() => this.#start(key, queue, next))
      queue.running -= 1
      if (queue.running === 0) this.#queues.delete(key)
    })
  }
}
