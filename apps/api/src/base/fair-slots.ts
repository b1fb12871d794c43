import { AppError } from '@pinmark/shared/errors'
import type { ErrorCode } from '@pinmark/shared/messages'
import { FairQueue, type Waiter } from './fair-queue'

interface FairSlotsOptions {
  /** Maximum number of concurrent tasks. */
  slots: number
  /** Maximum number of tasks that wait for a slot. */
  maxWaiting: number
  /** The error code when the queue is full. */
  refusal: ErrorCode
}

export interface SlotsLoad {
  running: number
  waiting: number
}

/** Slots for work of this process, which delays all requests. */
export function eventLoopSlots(slots: number): FairSlots {
  return new FairSlots({ slots, maxWaiting: 2_000, refusal: 'server_busy' })
}

/** Concurrency limit with a fair queue: a network with many tasks mostly delays its own. */
export class FairSlots {
  readonly #waiting: FairQueue<{ begin: () => void; giveUp: () => void }>
  #running = 0

  constructor(private readonly options: FairSlotsOptions) {
    this.#waiting = new FairQueue(options.maxWaiting)
  }

  get load(): SlotsLoad {
    return { running: this.#running, waiting: this.#waiting.size }
  }

  /** Runs `work` in a slot when it is the waiter's turn.
   *  @throws AppError with the code `refusal` when too many wait, and what `work` throws */
  async run<Result>(waiter: Waiter, work: () => Promise<Result>): Promise<Result> {
    await this.#takeSlot(waiter)
    try {
      return await work()
    } finally {
      this.#running -= 1
      this.#beginWaiting()
    }
  }

  #takeSlot(waiter: Waiter): Promise<void> | void {
    // A freed slot may be reserved for tasks that wait.
    if (this.#running < this.options.slots && this.#waiting.size === 0) {
      this.#running += 1
      return
    }
    return new Promise((begin, reject) => {
      const giveUp = () => reject(new AppError(this.options.refusal, { retryAfterSeconds: 5 }))
      this.#waiting.add(waiter, { begin, giveUp })?.giveUp()
    })
  }

  #beginWaiting(): void {
    while (this.#running < this.options.slots) {
      const next = this.#waiting.next()
      if (!next) return
      this.#running += 1
      next.begin()
    }
  }
}
