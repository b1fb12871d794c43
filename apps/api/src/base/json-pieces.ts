/** The text of a JSON object whose last field is a list that is read while it is written, however long it is. */
export async function* jsonPieces(
  head: object,
  listName: string,
  items: AsyncIterable<unknown>,
): AsyncGenerator<string> {
  yield `${JSON.stringify(head, null, 2).replace(/\n\}$/, '')},\n  ${JSON.stringify(listName)}: [`
  let separator = '\n'
  for await (const item of items) {
    yield separator + indented(JSON.stringify(item, null, 2))
    separator = ',\n'
  }
  yield '\n  ]\n}\n'
}

/** JSON breaks lines with line feeds alone. A pattern for line starts would match after U+2028 in a comment's text too. */
function indented(json: string): string {
  return `    ${json.replaceAll('\n', '\n    ')}`
}
