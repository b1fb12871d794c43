/** About what an entry takes beside its bytes, text and key: objects, the place in the map. */
const entryBytes = 512
/** In a text with characters outside of Latin-1. */
const bytesPerCharacter = 2

/** Recently used bytes, and the texts they belong to, up to a total that includes their keys. The least recently used
 *  entry goes first. */
export class ByteCache<T extends { bytes?: Buffer; text?: string }> {
  readonly #entries = new Map<string, T>()
  #totalBytes = 0

  constructor(private readonly maxBytes: number) {}

  get(key: string): T | undefined {
    const entry = this.#entries.get(key)
    if (!entry) return undefined
    // A Map keeps the order of insertion: the last entry is the one used last.
    this.#entries.delete(key)
    this.#entries.set(key, entry)
    return entry
  }

  set(key: string, entry: T): void {
    this.#remove(key)
    this.#entries.set(key, entry)
    this.#totalBytes += sizeOf(key, entry)
    for (const oldest of this.#entries.keys()) {
      if (this.#totalBytes <= this.maxBytes) return
      this.#remove(oldest)
    }
  }

  #remove(key: string): void {
    const entry = this.#entries.get(key)
    if (!entry) return
    this.#entries.delete(key)
    this.#totalBytes -= sizeOf(key, entry)
  }
}

function sizeOf(key: string, { bytes, text = '' }: { bytes?: Buffer; text?: string }): number {
  return key.length + (bytes?.length ?? 0) + text.length * bytesPerCharacter + entryBytes
}
