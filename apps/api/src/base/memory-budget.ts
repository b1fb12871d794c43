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
