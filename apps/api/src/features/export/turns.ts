import { AppError } from '@pinmark/shared/errors'
import { runAfterNewcomers } from '../../base/newcomers'
import { FairQueue } from '../../platform/renditions/fair-queue'

const maxWaiting = 2_000

/** Lets a few pieces of work run at a time. Networks have their turns one after the other, so that a network with many exports
 *  mostly delays its own. */
class Turns {
  readonly #waiting = new FairQueue<{ begin: () => void; giveUp: () => void }>(maxWaiting)
  #running = 0

  constructor(private readonly atOnce: number) {}

  /** @throws AppError server_busy when too many wait, and what `work` throws */
  async take<Result>(network: string, work: () => Promise<Result>): Promise<Result> {
    await new Promise<void>((resolve, reject) => {
      const giveUp = () => reject(new AppError('server_busy', { retryAfterSeconds: 5 }))
      this.#waiting.add({ account: network, network }, { begin: resolve, giveUp })?.giveUp()
      this.#beginNext()
    })
    try {
      return await work()
    } finally {
      this.#running -= 1
      runAfterNewcomers(this.#beginNext)
    }
  }

  readonly #beginNext = (): void => {
    while (this.#running < this.atOnce) {
      const next = this.#waiting.next()
      if (!next) return
      this.#running += 1
      next.begin()
    }
  }
}

/** Exports that choose their comments. Each holds a point and a time of every comment until it has chosen. */
export const choosing = new Turns(4)

/** Parts of comments that are read and worked on, of all exports. Each takes a few milliseconds of the process, and a thousand of
 *  them at once would keep everyone else waiting for seconds. */
export const reading = new Turns(2)
