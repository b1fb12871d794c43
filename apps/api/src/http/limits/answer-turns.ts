import type { Response } from 'express'

/** Time after which a waiting answer asks for room again. */
const retryMs = 50
/** Pieces per turn of the event loop. Node accepts one connection per turn, so long turns delay new visitors. */
const piecesPerTurn = 2
/** Pause between two turns that make pieces, while a request waits for its first answer. The rate is still
 *  about 90 MB/s. */
const restBesideOthersMs = 2

interface Waiting {
  readonly res: Response
  readonly network: string
  /** Reserves a piece and makes it. */
  makePiece: () => void
}

/** Admits the answers that wait for room for their next piece. Networks take turns. */
export class AnswerTurns {
  /** Answers that have sent nothing and made no piece. */
  readonly #unanswered = new Set<Response>()
  /** By network, in order of arrival. */
  readonly #waiting = new Map<string, Waiting[]>()
  #isAdmitting = false
  #retrying: NodeJS.Timeout | undefined

  constructor(private readonly hasRoom: (network: string) => boolean) {}

  watch(res: Response): void {
    this.#unanswered.add(res)
  }

  forget(res: Response): void {
    this.#unanswered.delete(res)
  }

  /** Never calls `makePiece` at once: answers that are taken as fast as they are made must not block the event loop. */
  add(waiting: Waiting): void {
    this.#unanswered.delete(waiting.res)
    const queue = this.#waiting.get(waiting.network)
    if (queue) queue.push(waiting)
    else this.#waiting.set(waiting.network, [waiting])
    this.#admitSoon()
  }

  #admitSoon(): void {
    if (this.#isAdmitting) return
    this.#isAdmitting = true
    if (this.#hasUnanswered()) setTimeout(this.#admit, restBesideOthersMs)
    else setImmediate(this.#admit)
  }

  /** Admits the next answers of the first networks that have room. The others follow in the next turn of the
   *  loop. */
  readonly #admit = (): void => {
    this.#isAdmitting = false
    let admitted = 0
    for (const [network, queue] of [...this.#waiting]) {
      const next = queue.findIndex(({ res }) => !res.closed)
      queue.splice(0, next < 0 ? queue.length : next)
      const [waiting] = queue
      if (waiting && !this.hasRoom(network)) continue
      // Moved to the end: a Map keeps the order of insertion.
      this.#waiting.delete(network)
      if (!waiting) continue
      queue.shift()
      if (queue.length > 0) this.#waiting.set(network, queue)
      waiting.makePiece()
      admitted += 1
      if (admitted === piecesPerTurn) break
    }
    if (admitted > 0) this.#admitSoon()
    else if (this.#waiting.size > 0 && !this.#retrying) {
      this.#retrying = setTimeout(() => {
        this.#retrying = undefined
        this.#admitSoon()
      }, retryMs).unref()
    }
  }

  #hasUnanswered(): boolean {
    for (const res of this.#unanswered) {
      if (!res.headersSent) return true
      this.#unanswered.delete(res)
    }
    return false
  }
}
