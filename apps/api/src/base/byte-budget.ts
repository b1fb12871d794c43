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
