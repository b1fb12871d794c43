/** Answers many single questions with one query at a time: what is asked while a query runs waits for the next one. So
 *  no answer is older than its question, and a thousand visitors of one image cost hardly more than one.
 *  @param find takes the keys of a batch and gives the values of those that are there */
export function batch<Value>(
  find: (keys: string[]) => Promise<ReadonlyMap<string, Value>>,
): (key: string) => Promise<Value | undefined> {
  let next: { keys: Set<string>; found: Promise<ReadonlyMap<string, Value>> } | null = null
  let last: Promise<unknown> = Promise.resolve()

  const begin = () => {
    const keys = new Set<string>()
    const found = last.then(() => {
      next = null
      return find([...keys])
    })
    // A failure reaches the callers of this batch. The next batch only waits for its end.
    last = found.then(
      () => undefined,
      () => undefined,
    )
    return { keys, found }
  }

  return async (key) => {
    next ??= begin()
    next.keys.add(key)
    return (await next.found).get(key)
  }
}
