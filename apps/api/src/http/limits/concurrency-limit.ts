/** Starts a task. The task calls `end` when it is done. */
type Start = (end: () => void) => void

interface Task {
  start: Start
  isReady: () => boolean
}

interface Queue {
  running: number
  /** How many of the running tasks were not ready when they began. */
  unready: number
  waiting: Task[]
  /** Whether a task that is not ready may begin next. */
  isTurnOfAny: boolean
}

/** Limits how many tasks of one key run at a time. Further tasks wait in a queue of their key, so that a busy key delays
 *  only itself. A task is ready when it needs nothing more from outside, such as the rest of a body. Tasks that are not
 *  ready when they begin can be half of the running tasks and half of the queue, and every other waiting task that begins
 *  is ready, if one is. So requests with slow bodies barely delay the others. */
export class ConcurrencyLimit {
  readonly #queues = new Map<string, Queue>()
  readonly #maxUnready: number

  constructor(
    private readonly maxRunning: number,
    private readonly maxWaiting: number,
  ) {
    this.#maxUnready = Math.ceil(maxRunning / 2)
  }

  /** Starts a task now, or once a task of its key has ended.
   *  @param isReady whether the task needs nothing more from outside
   *  @returns false when too many wait already: the task is never started */
  run(key: string, start: Start, isReady: () => boolean): boolean {
    const queue = this.#queues.get(key) ?? { running: 0, unready: 0, waiting: [], isTurnOfAny: false }
    const task = { start, isReady }
    if (queue.running < this.maxRunning && this.#mayBegin(queue, task)) {
      this.#queues.set(key, queue)
      queue.running += 1
      this.#start(key, queue, task)
      return true
    }
    if (!this.#hasRoom(queue, isReady)) return false
    queue.waiting.push(task)
    return true
  }

  #mayBegin({ unready }: Queue, { isReady }: Task): boolean {
    return unready < this.#maxUnready || isReady()
  }

  #hasRoom({ waiting }: Queue, isReady: () => boolean): boolean {
    if (waiting.length >= this.maxWaiting) return false
    const half = this.maxWaiting / 2
    return waiting.length < half || isReady() || waiting.filter((one) => !one.isReady()).length < half
  }

  #start(key: string, queue: Queue, { start, isReady }: Task): void {
    const unready = isReady() ? 0 : 1
    queue.unready += unready
    let hasEnded = false
    start(() => {
      if (hasEnded) return
      hasEnded = true
      queue.unready -= unready
      const next = this.#takeNext(queue)
      // After the requests of other keys that arrived meanwhile.
      if (next) return void setImmediate(() => this.#start(key, queue, next))
      queue.running -= 1
      if (queue.running === 0) this.#queues.delete(key)
    })
  }

  #takeNext(queue: Queue): Task | undefined {
    const { waiting, isTurnOfAny } = queue
    queue.isTurnOfAny = !isTurnOfAny
    const ready = isTurnOfAny ? -1 : waiting.findIndex(({ isReady }) => isReady())
    const next = ready >= 0 ? ready : waiting.findIndex((task) => this.#mayBegin(queue, task))
    return next < 0 ? undefined : waiting.splice(next, 1)[0]
  }
}
