import type { Request, RequestHandler } from 'express'
import { AppError } from '@pinmark/shared/errors'
import { isDatabaseThere } from '../../mongo/database'
import { sendError } from '../error-handler'

/** A request that runs longer than this waits for something outside this process, such as a slow sender or
 *  the image workers. */
const maxRunMs = 2_000
const waitingForEach = 200

/** Limits the concurrent requests of one network, so that a flood does not delay others before a rate limit
 *  is reached. Requests that wait for the rest of their body hardly delay the others of their network. A request
 *  counts as running until its answer begins. How long the answer then takes to arrive depends on the visitor,
 *  and an event stream never ends. */
export function limitConcurrency(requestsAtOnce: number): RequestHandler {
  const limit = new ConcurrencyLimit(requestsAtOnce, waitingForEach * requestsAtOnce)
  return (req, res, next) => {
    const start = (end: () => void) => {
      // The visitor has left, or `databaseDeadline` has answered already.
      if (res.headersSent || res.closed || req.socket.destroyed) return end()
      const timer = setTimeout(end, maxRunMs)
      const endNow = () => {
        clearTimeout(timer)
        end()
      }
      // `apply` passes the response on as `this`.
      // oxlint-disable-next-line typescript/unbound-method
      res.writeHead = new Proxy(res.writeHead, {
        apply: (writeHead, self, args: Parameters<typeof res.writeHead>) => {
          endNow()
          return Reflect.apply(writeHead, self, args)
        },
      })
      res.once('close', endNow)
      next()
    }
    const isReady = () => req.complete || !sendsBody(req)
    const run = () => {
      const isAccepted = limit.run(req.network, start, isReady)
      if (!isAccepted) next(new AppError('too_many_requests', { retryAfterSeconds: 1 }))
    }
    // A body that arrived together with its head is complete after this turn of the event loop.
    if (isReady()) run()
    else setImmediate(run)
  }
}

/** Of a request that has just arrived, `complete` is false even if it has no body. */
function sendsBody({ headers }: Request): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

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

const patienceMs = 500

/** Answers 503 when a request takes long and the database does not respond. Slow work of other kinds, such as
 *  an upload, continues. */
export const answerWithoutDatabase: RequestHandler = (req, res, next) => {
  let timer = setTimeout(check, patienceMs)
  res.once('close', () => clearTimeout(timer))
  res.once('finish', () => clearTimeout(timer))
  next()

  function check() {
    if (res.headersSent) return
    isDatabaseThere().then((isThere) => {
      if (res.headersSent || res.closed) return
      if (!isThere) return sendError(req, res, new AppError('database_unavailable', { retryAfterSeconds: 1 }))
      timer = setTimeout(check, patienceMs)
    }, next)
  }
}
