import { AppError } from '@pinmark/shared/errors'

/** Together with the memory of the process itself and garbage that is not collected yet, it stays below 300
 *  MB. */
const standardBytes = 48 * 1024 * 1024

/** An upload that arrives more slowly, or pauses for longer, counts as slow: half a megabit a second. */
const minBytesPerMs = 64
const patienceMs = 5_000

/** The sender of an upload. */
export interface UploadSender {
  /** Whether bytes are still to come, and nothing works with those that are here. */
  isAwaited: () => boolean
  /** Ends the upload. Its bytes may stay for another two seconds. They were here for more than five, so that all of them
   *  together are never more than one budget. */
  end: (refusal: AppError) => void
}

const busy = () => new AppError('images_busy', { retryAfterSeconds: 5 })

interface OpenUpload {
  holders: readonly string[]
  bytes: number
  /** It counts as slow from this time on. */
  slowAt: number
  giveWay: () => void
  isAwaited: () => boolean
}

/** Memory budget for the bytes of all uploads. Bytes count when they arrive, not when they are announced, so
 *  that a slow sender takes nothing from the others. One account or one network can hold half of the budget
 *  at most. Once all is used, slow uploads of those that hold most give way to those that hold less. Otherwise two
 *  networks that stop sending could keep everyone else from uploading. */
export class UploadBudget {
  readonly #maxBytes: number
  readonly #maxBytesEach: number
  #heldBytes = 0
  readonly #heldBy = new Map<string, number>()
  readonly #uploads = new Set<OpenUpload>()

  /** @param largestUploadBytes one of these fits into each half */
  constructor(largestUploadBytes: number) {
    this.#maxBytes = Math.max(standardBytes, 2 * largestUploadBytes)
    this.#maxBytesEach = this.#maxBytes / 2
  }

  /** Opens the account of one request: `take` reserves bytes, `giveBack` returns all of them and closes the account.
   *  `take` throws AppError images_busy when nothing is left, and when the account is closed.
   *  @param holders the account and the network of the request */
  open(holders: readonly string[], { isAwaited, end }: UploadSender) {
    let isClosed = false
    const giveBack = () => {
      this.#book(upload, -upload.bytes)
      this.#uploads.delete(upload)
      isClosed = true
    }
    const giveWay = () => {
      giveBack()
      end(busy())
    }
    const upload: OpenUpload = {
      ...{ holders, bytes: 0, slowAt: performance.now() + patienceMs },
      ...{ giveWay, isAwaited },
    }
    this.#uploads.add(upload)
    return {
      take: (bytes: number) => {
        const isOver =
          isClosed ||
          holders.some((holder) => this.#held(holder) + bytes > this.#maxBytesEach) ||
          !this.#makeRoom(this.#most(holders) + bytes, bytes)
        if (isOver) throw busy()
        this.#book(upload, bytes)
        const now = performance.now()
        upload.slowAt = Math.min(Math.max(now, upload.slowAt) + bytes / minBytesPerMs, now + patienceMs)
      },
      giveBack,
    }
  }

  /** Ends slow uploads of those that hold more than `own` until `bytes` are free.
   *  @returns false if they are not */
  #makeRoom(own: number, bytes: number): boolean {
    while (this.#heldBytes + bytes > this.#maxBytes) {
      const now = performance.now()
      const [largest] = [...this.#uploads]
        .filter((upload) => upload.bytes > 0 && upload.slowAt < now && upload.isAwaited())
        .toSorted((a, b) => this.#most(b.holders) - this.#most(a.holders) || b.bytes - a.bytes)
      if (!largest || this.#most(largest.holders) <= own) return false
      largest.giveWay()
    }
    return true
  }

  #most(holders: readonly string[]): number {
    return Math.max(...holders.map((holder) => this.#held(holder)))
  }

  #held(holder: string): number {
    return this.#heldBy.get(holder) ?? 0
  }

  #book(upload: OpenUpload, bytes: number): void {
    upload.bytes += bytes
    this.#heldBytes += bytes
    for (const holder of upload.holders) {
      const held = this.#held(holder) + bytes
      if (held === 0) this.#heldBy.delete(holder)
      else this.#heldBy.set(holder, held)
    }
  }
}

export type UploadAccount = ReturnType<UploadBudget['open']>
