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

/** The text of a JSON object whose last fields are lists. The lists are read while the text is written, so they
 *  may have any length. */
export async function* jsonPieces(
  head: object,
  lists: Readonly<Record<string, AsyncIterable<unknown>>>,
): AsyncGenerator<string> {
  let before = unclosed(head)
  for (const [name, items] of Object.entries(lists)) {
    yield before + listStart(name)
    const textOf = itemWriter()
    for await (const item of items) yield textOf(item)
    before = listEnd
  }
  yield before + end
}

/** The same for callers that yield the parts of a single list themselves. */
export function jsonList(head: object, listName: string) {
  return { start: unclosed(head) + listStart(listName), item: itemWriter(), end: listEnd + end }
}

const unclosed = (head: object) => JSON.stringify(head, null, 2).replace(/\n\}$/, '')
const listStart = (name: string) => `,\n  ${JSON.stringify(name)}: [`
const listEnd = '\n  ]'
const end = '\n}\n'

function itemWriter(): (item: unknown) => string {
  let separator = '\n'
  return (item) => {
    const text = separator + indented(JSON.stringify(item, null, 2))
    separator = ',\n'
    return text
  }
}

/** JSON breaks lines with line feeds alone. A pattern for line starts would match after U+2028 in a comment's text too. */
function indented(json: string): string {
  return `    ${json.replaceAll('\n', '\n    ')}`
}
