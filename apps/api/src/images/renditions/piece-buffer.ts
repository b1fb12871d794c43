import type { Readable } from 'node:stream'

/** Cuts the bytes of a stream into exact lengths, which are taken one after the other. Awaited bytes are
 *  copied directly to their place, so that a picture is in memory once. */
export class PieceBuffer {
  /** Bytes that arrived before they were requested. */
  #early: Buffer[] = []
  #waiting: { bytes: Buffer; filled: number; done: (bytes: Buffer) => void } | null = null

  constructor(stream: Readable) {
    stream.on('data', (piece: Buffer) => {
      this.#early.push(piece)
      this.#fill()
    })
  }

  /** The next `length` bytes, once they have arrived. One call at a time. */
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
