interface Line {
  begun: number
  waiting: ((end: () => void) => void)[]
}

/** Lets so many of one key be under way at a time. The next ones wait in a line of their own: whoever sends much
 *  waits for himself, and nobody else waits for him. */
export class Turns {
  readonly #lines = new Map<string, Line>()

  constructor(
    private readonly atOnce: number,
    private readonly maxWaiting: number,
  ) {}

  /** Calls `begin` now or when its turn comes; the turn lasts until `begin` calls what it is given.
   *  @returns false when too many wait already, and nothing will be begun */
  take(key: string, begin: (end: () => void) => void): boolean {
    const line = this.#lines.get(key) ?? { begun: 0, waiting: [] }
    if (line.begun >= this.atOnce) {
      if (line.waiting.length >= this.maxWaiting) return false
      line.waiting.push(begin)
      return true
    }
    this.#lines.set(key, line)
    line.begun += 1
    this.#begin(key, line, begin)
    return true
  }

  #begin(key: string, line: Line, begin: (end: () => void) => void): void {
    let isOver = false
    begin(() => {
      if (isOver) return
      isOver = true
      const next = line.waiting.shift()
      // The place is handed on, after whatever has come from others meanwhile.
      if (next) return void setImmediate(() => this.#begin(key, line, next))
      line.begun -= 1
      if (line.begun === 0) this.#lines.delete(key)
    })
  }
}
