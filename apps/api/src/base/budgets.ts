import { LRUCache } from 'lru-cache'

/** Memory that several holders share. One holder gets half of it at most. */
export class ByteBudget {
  readonly #takenBy = new Map<string, number>()
  #taken = 0

  constructor(private readonly maxBytes: number) {}

  /** Takes bytes until the result is disposed of.
   *  @param holders such as the account and the network of a request
   *  @returns null when they are not free */
  take(holders: readonly string[], bytes: number): Disposable | null {
    const most = Math.max(...holders.map((holder) => this.#takenBy.get(holder) ?? 0))
    if (this.#taken + bytes > this.maxBytes || most + bytes > this.maxBytes / 2) return null
    this.#book(holders, bytes)
    return { [Symbol.dispose]: () => this.#book(holders, -bytes) }
  }

  #book(holders: readonly string[], bytes: number): void {
    this.#taken += bytes
    for (const holder of holders) {
      const taken = (this.#takenBy.get(holder) ?? 0) + bytes
      if (taken === 0) this.#takenBy.delete(holder)
      else this.#takenBy.set(holder, taken)
    }
  }
}

/** About what an entry takes beside its bytes, text and key: objects, the place in the map. */
const entryBytes = 512
/** In a text with characters outside of Latin-1. */
const bytesPerCharacter = 2

/** Recently used bytes, and the texts they belong to, up to a total that includes their keys. The least recently used
 *  entry goes first. */
export function byteCache<T extends { bytes?: Buffer; text?: string }>(
  maxBytes: number,
): LRUCache<string, T> {
  return new LRUCache({ maxSize: maxBytes, sizeCalculation: (entry, key) => sizeOf(key, entry) })
}

function sizeOf(key: string, { bytes, text = '' }: { bytes?: Buffer; text?: string }): number {
  return key.length + (bytes?.length ?? 0) + text.length * bytesPerCharacter + entryBytes
}

/** Shares an amount of memory among tasks, in the order in which they ask. A task that needs more than the whole amount
 *  gets it alone. */
export class MemoryBudget {
  readonly #waiting: { bytes: number; begin: () => void }[] = []
  #taken = 0

  constructor(private readonly bytes: number) {}

  /** Resolves when the bytes are free.
   *  @returns a function that gives them back; it is called once */
  take(needed: number): Promise<() => void> {
    const bytes = Math.min(needed, this.bytes)
    return new Promise((resolve) => {
      const giveBack = () => {
        this.#taken -= bytes
        this.#beginWaiting()
      }
      this.#waiting.push({ bytes, begin: () => resolve(giveBack) })
      this.#beginWaiting()
    })
  }

  #beginWaiting(): void {
    for (let [next] = this.#waiting; next && this.#taken + next.bytes <= this.bytes; [next] = this.#waiting) {
      this.#waiting.shift()
      this.#taken += next.bytes
      next.begin()
    }
  }
}
