/** Reproducible random numbers: the same seed gives the same numbers, so that a failed run can be repeated.
 *  Mulberry32, by Tommy Ettinger (public domain): 32 bits of state, good enough to choose test cases, useless
 *  for secrets. */
export class Random {
  #state: number

  constructor(readonly seed: number) {
    this.#state = seed >>> 0
  }

  /** At least 0, below 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let mixed = this.#state
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  /** A whole number from `least` to `most`, both included. */
  whole(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1))
  }

  pick<T>(choices: readonly T[]): T {
    const chosen = choices[this.whole(0, choices.length - 1)]
    if (chosen === undefined) throw new Error('There is nothing to pick from.')
    return chosen
  }

  bytes(length: number): Buffer {
    return Buffer.from(Array.from({ length }, () => this.whole(0, 255)))
  }
}
