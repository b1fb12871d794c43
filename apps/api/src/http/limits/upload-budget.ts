import { AppError } from '@pinmark/shared/errors'

/** Together with the memory of the process itself and garbage that is not collected yet, it stays below 300
 *  MB. */
const standardBytes = 48 * 1024 * 1024

/** Memory budget for the bytes of all uploads. Bytes count when they arrive, not when they are announced, so
 *  that a slow sender takes nothing from the others. One account or one network can hold half of the budget
 *  at most. */
export class UploadBudget {
  readonly #maxBytes: number
  readonly #maxBytesEach: number
  #heldBytes = 0
  readonly #heldBy = new Map<string, number>()

  /** @param largestUploadBytes one of these fits into each half */
  constructor(largestUploadBytes: number) {
    this.#maxBytes = Math.max(standardBytes, 2 * largestUploadBytes)
    this.#maxBytesEach = this.#maxBytes / 2
  }

  /** Opens the account of one request: `take` reserves bytes, `giveBack` returns all of them and closes the account.
   *  `take` throws AppError images_busy when nothing is left, and when the account is closed.
   *  @param holders the account and the network of the request */
  open(holders: readonly string[]) {
    let mine = 0
    let isClosed = false
    return {
      take: (bytes: number) => {
        const isOver =
          isClosed ||
          this.#heldBytes + bytes > this.#maxBytes ||
          holders.some((holder) => this.#held(holder) + bytes > this.#maxBytesEach)
        if (isOver) throw new AppError('images_busy', { retryAfterSeconds: 5 })
        this.#book(holders, bytes)
        mine += bytes
      },
      giveBack: () => {
        this.#book(holders, -mine)
        mine = 0
        isClosed = true
      },
    }
  }

  #held(holder: string): number {
    return this.#heldBy.get(holder) ?? 0
  }

  #book(holders: readonly string[], bytes: number): void {
    this.#heldBytes += bytes
    for (const holder of holders) {
      const held = this.#held(holder) + bytes
      if (held === 0) this.#heldBy.delete(holder)
      else this.#heldBy.set(holder, held)
    }
  }
}

export type UploadAccount = ReturnType<UploadBudget['open']>
