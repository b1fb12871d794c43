interface Waiting<Item, Result> {
  item: Item
  resolve: (result: Result) => void
  reject: (reason: unknown) => void
}

/** Runs items in batches that cost less than one run each. An item that arrives while nothing runs starts at once and
 *  alone; items that arrive during a run form the next batch. A lone caller never waits, and many share round trips. */
export class Coalescer<Item, Result> {
  /** Waiting items by key. A key is present exactly while a batch of it runs. */
  readonly #waiting = new Map<string, Waiting<Item, Result>[]>()

  /** @param work runs one batch; returns one result for each item, in their order */
  constructor(
    private readonly maxSize: number,
    private readonly work: (items: readonly Item[]) => Promise<PromiseSettledResult<Result>[]>,
  ) {}

  /** Items of one key share batches, and only one batch of a key runs at a time. */
  add(key: string, item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      const entry = { item, resolve, reject }
      const waiting = this.#waiting.get(key)
      if (waiting) waiting.push(entry)
      else void this.#run(key, [entry])
    })
  }

  async #run(key: string, first: Waiting<Item, Result>[]): Promise<void> {
    const waiting: Waiting<Item, Result>[] = []
    this.#waiting.set(key, waiting)
    for (let batch = first; batch.length > 0; batch = waiting.splice(0, this.maxSize)) {
      await this.#settle(batch)
    }
    this.#waiting.delete(key)
  }

  async #settle(batch: readonly Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await this.work(batch.map(({ item }) => item))
      for (const [index, { resolve, reject }] of batch.entries()) {
        const result = results[index]
        if (result?.status === 'fulfilled') resolve(result.value)
        else reject(result?.reason ?? new Error('a batch returned no result for an item'))
      }
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
  }
}
