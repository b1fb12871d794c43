/** The text of a JSON object whose last field is a list. The list is read while the text is written, so it
 *  may have any length. */
export async function* jsonPieces(
  head: object,
  listName: string,
  items: AsyncIterable<unknown>,
): AsyncGenerator<string> {
  const list = jsonList(head, listName)
  yield list.start
  for await (const item of items) yield list.item(item)
  yield list.end
}

/** The same for callers that yield the parts themselves. */
export function jsonList(head: object, listName: string) {
  let separator = '\n'
  return {
    start: `${JSON.stringify(head, null, 2).replace(/\n\}$/, '')},\n  ${JSON.stringify(listName)}: [`,
    item: (item: unknown): string => {
      const text = separator + indented(JSON.stringify(item, null, 2))
      separator = ',\n'
      return text
    },
    end: '\n  ]\n}\n',
  }
}

/** JSON breaks lines with line feeds alone. A pattern for line starts would match after U+2028 in a comment's text too. */
function indented(json: string): string {
  return `    ${json.replaceAll('\n', '\n    ')}`
}
