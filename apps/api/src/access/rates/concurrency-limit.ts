import { runAfterPendingConnections } from '../../base/pending-connections'

/** Starts a task. The task calls `end` when it is done. */
type Start = (end: () => void) => void

interface Waiting {
  start: Start
  isReady: () => boolean
}

interface Queue {
  running: number
  waiting: Waiting[]
  /** Whether a task that was not ready may begin next. */
  isTurnOfAny: boolean
}

/** Limits how many tasks of one key run at a time. Further tasks wait in a queue of their key, so that a busy key delays
 *  only itself. A task is ready when it needs nothing more from outside, such as the rest of a body. Ready tasks get every
 *  second turn, and the others can fill only half of the queue. So requests with slow bodies barely delay the others. */
export class ConcurrencyLimit {
  readonly #queues = new Map<string, Queue>()

  constructor(
    private readonly maxRunning: number,
    private readonly maxWaiting: number,
  ) {}

  /** Starts a task now, or once a task of its key has ended.
   *  @param isReady whether the task needs nothing more from outside
   *  @returns false when too many wait already: the task is never started */
  run(key: string, start: Start, isReady: () => boolean): boolean {
    const queue = this.#queues.get(key) ?? { running: 0, waiting: [], isTurnOfAny: false }
    if (queue.running >= this.maxRunning) {
      if (!this.#hasRoom(queue, isReady)) return false
      queue.waiting.push({ start, isReady })
      return true
    }
    this.#queues.set(key, queue)
    queue.running += 1
    this.#start(key, queue, start)
    return true
  }

  #hasRoom({ waiting }: Queue, isReady: () => boolean): boolean {
    if (waiting.length >= this.maxWaiting) return false
    const half = this.maxWaiting / 2
    return waiting.length < half || isReady() || waiting.filter((one) => !one.isReady()).length < half
  }

  #start(key: string, queue: Queue, start: Start): void {
    let hasEnded = false
    start(() => {
      if (hasEnded) return
      hasEnded = true
      const next = takeNext(queue)
      // After the requests of other keys that arrived meanwhile.
      if (next) return runAfterPendingConnections(() => this.#start(key, queue, next))
      queue.running -= 1
      if (queue.running === 0) this.#queues.delete(key)
    })
  }
}

function takeNext(queue: Queue): Start | undefined {
  const ready = queue.isTurnOfAny ? 0 : queue.waiting.findIndex(({ isReady }) => isReady())
  queue.isTurnOfAny = !queue.isTurnOfAny
  return queue.waiting.splice(Math.max(ready, 0), 1)[0]?.start
}
