/** Gives out the values of one source after the other. It is not a generator, because a suspended generator keeps its last
 *  value in memory. */
export function chain<Value>(sources: readonly AsyncIterator<Value>[]): AsyncIterableIterator<Value> {
  const left = [...sources]
  const over: IteratorReturnResult<undefined> = { done: true, value: undefined }
  const next = async (): Promise<IteratorResult<Value>> => {
    for (let [source] = left; source; [source] = left) {
      const result = await source.next()
      if (!result.done) return result
      left.shift()
    }
    return over
  }
  const end = async () => {
    for (const source of left.splice(0)) await source.return?.()
    return over
  }
  const chained = { next, return: end, [Symbol.asyncIterator]: () => chained }
  return chained
}

/** Gives out the same items, and calls `check` before the next one whenever `everyMs` have passed since the last call, such
 *  as for a download whose reader may lose the access meanwhile. */
export async function* checkedEvery<Item>(
  everyMs: number,
  items: AsyncIterable<Item>,
  check: () => Promise<unknown>,
): AsyncGenerator<Item, void> {
  let checkedAt = performance.now()
  for await (const item of items) {
    if (performance.now() > checkedAt + everyMs) {
      await check()
      checkedAt = performance.now()
    }
    yield item
  }
}
