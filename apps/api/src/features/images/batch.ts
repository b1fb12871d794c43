/** Answers many single questions with one query at a time: what is asked while a query runs waits for the next one. So
 *  no answer is older than its question, and a thousand visitors of one image cost hardly more than one.
 *  @param find takes the keys of a batch and gives those that are there */
export function batch(find: (keys: string[]) => Promise<Set<string>>): (key: string) => Promise<boolean> {
  let next: { keys: Set<string>; found: Promise<Set<string>> } | null = null
  let last: Promise<unknown> = Promise.resolve()

  const begin = () => {
    const keys = new Set<string>()
    const found = last.then(() => {
      next = null
      return find([...keys])
    })
    // Whoever asked hears of a failure; the batch behind it only waits for the end.
    last = found.then(
      () => undefined,
      () => undefined,
    )
    return { keys, found }
  }

  return async (key) => {
    next ??= begin()
    next.keys.add(key)
    return (await next.found).has(key)
  }
}
