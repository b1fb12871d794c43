import type { Readable } from 'node:stream'

/** Cuts what a stream brings into exact lengths, taken one after the other. Bytes that are waited for go straight to their
 *  place: a picture lies in memory once. */
export class PieceBuffer {
  /** Came before they were asked for. */
  #early: Buffer[] = []
  #waiting: { bytes: Buffer; filled: number; done: (bytes: Buffer) => void } | null = null

  constructor(stream: Readable) {
    stream.on('data', (piece: Buffer) => {
      this.#early.push(piece)
      this.#fill()
    })
  }

  /** The next `length` bytes, once they are there. One call at a time. */
  take(length: number): Promise<Buffer> {
    return new Promise((done) => {
      this.#waiting = { bytes: Buffer.allocUnsafe(length), filled: 0, done }
      this.#fill()
    })
  }

  #fill(): void {
    const waiting = this.#waiting
    if (!waiting) return
    const { bytes } = waiting
    while (waiting.filled < bytes.length) {
      const piece = this.#early.shift()
      if (!piece) return
      const copied = piece.copy(bytes, waiting.filled)
      waiting.filled += copied
      if (copied < piece.length) this.#early.unshift(piece.subarray(copied))
    }
    this.#waiting = null
    waiting.done(bytes)
  }
}
