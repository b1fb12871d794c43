const blockBytes = 16 * 1024

/** Collects bytes in blocks. A buffer for each received piece would take some hundred bytes more, and a sender may send
 *  single bytes. */
export class ByteBlocks {
  readonly #blocks: Buffer[] = []
  #length = 0

  get length(): number {
    return this.#length
  }

  add(piece: Buffer): void {
    for (let at = 0; at < piece.length;) {
      const used = this.#length % blockBytes
      const block = (used > 0 ? this.#blocks.at(-1) : null) ?? this.#begin()
      const copied = piece.copy(block, used, at)
      at += copied
      this.#length += copied
    }
  }

  /** All bytes so far. None are kept. */
  take(): Buffer {
    const bytes = Buffer.concat(this.#blocks, this.#length)
    this.clear()
    return bytes
  }

  clear(): void {
    this.#blocks.length = 0
    this.#length = 0
  }

  #begin(): Buffer {
    const block = Buffer.allocUnsafeSlow(blockBytes)
    this.#blocks.push(block)
    return block
  }
}
