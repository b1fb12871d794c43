import type { Readable } from 'node:stream'

/** Collects what a stream brings, so that exact lengths can be taken out of it one after the other. */
export class PieceBuffer {
  #pieces: Buffer[] = []
  #length = 0
  #wake: () => void = () => undefined

  constructor(stream: Readable) {
    stream.on('data', (piece: Buffer) => {
      this.#pieces.push(piece)
      this.#length += piece.length
      this.#wake()
    })
  }

  /** The next `length` bytes, once they are there. One call at a time. */
  async take(length: number): Promise<Buffer> {
    while (this.#length < length) await new Promise<void>((resolve) => (this.#wake = resolve))
    const taken: Buffer[] = []
    for (let missing = length; missing > 0;) {
      const piece = this.#pieces.shift() ?? Buffer.alloc(0)
      const part = piece.subarray(0, missing)
      if (part.length < piece.length) this.#pieces.unshift(piece.subarray(part.length))
      taken.push(part)
      missing -= part.length
    }
    this.#length -= length
    return Buffer.concat(taken, length)
  }
}
