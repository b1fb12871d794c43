/** Together with the memory of the process itself and garbage that is not collected yet, it stays below 300
 *  MB. */
const standardBytes = 48 * 1024 * 1024

/** Memory budget for the bytes of the uploads that the server works with. No upload is in memory while it arrives, so no
 *  sender holds a part of the budget. One account or one network gets half of it at most. */
export class UploadBudget {
  readonly #maxBytes: number
  readonly #takenBy = new Map<string, number>()
  #taken = 0

  /** @param largestUploadBytes one of these fits into each half */
  constructor(largestUploadBytes: number) {
    this.#maxBytes = Math.max(standardBytes, 2 * largestUploadBytes)
  }

  /** Takes bytes until the result is disposed of.
   *  @param holders the account and the network of the request
   *  @returns null when they are not free */
  take(holders: readonly string[], bytes: number): Disposable | null {
    const most = Math.max(...holders.map((holder) => this.#takenBy.get(holder) ?? 0))
    if (this.#taken + bytes > this.#maxBytes || most + bytes > this.#maxBytes / 2) return null
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
