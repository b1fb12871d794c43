import { AppError } from '@pinmark/shared/errors'

/** With what the process needs for itself, and what is given back and not collected yet, it stays below 300 MB. */
const standardBytes = 48 * 1024 * 1024

/** Bytes of uploads that lie in memory, over all requests. It counts what has arrived, not what was announced: a slow
 *  sender takes nothing from the others. */
export class UploadBudget {
  readonly #maxBytes: number
  #heldBytes = 0

  /** @param largestUploadBytes two of these must always fit */
  constructor(largestUploadBytes: number) {
    this.#maxBytes = Math.max(standardBytes, 2 * largestUploadBytes)
  }

  /** Opens the account of one request: `take` books bytes, `giveBack` returns all of them.
   *  `take` throws AppError images_busy when nothing is left. */
  open() {
    let mine = 0
    return {
      take: (bytes: number) => {
        if (this.#heldBytes + bytes > this.#maxBytes)
          throw new AppError('images_busy', { retryAfterSeconds: 5 })
        this.#heldBytes += bytes
        mine += bytes
      },
      giveBack: () => {
        this.#heldBytes -= mine
        mine = 0
      },
    }
  }
}

export type UploadAccount = ReturnType<UploadBudget['open']>
