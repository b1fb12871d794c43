interface Waiting<Item, Result> {
  item: Item
  resolve: (result: Result) => void
  reject: (reason: unknown) => void
}

/** Work that costs less together. An item that finds nothing under way is worked on at once and alone; what arrives
 *  while a batch is under way becomes the next one. So a lone caller never waits, and many share their round trips. */
export class Batches<Item, Result> {
  /** What waits, by key; a key stands here exactly while a batch of it is under way. */
  readonly #waiting = new Map<string, Waiting<Item, Result>[]>()

  /** @param work what to do with one batch; settles each item in the order they came */
  constructor(
    private readonly maxSize: number,
    private readonly work: (items: readonly Item[]) => Promise<PromiseSettledResult<Result>[]>,
  ) {}

  /** Items of one key share batches, and one batch of a key is under way at a time. */
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
        else reject(result?.reason ?? new Error('a batch left an item without a result'))
      }
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
  }
}
