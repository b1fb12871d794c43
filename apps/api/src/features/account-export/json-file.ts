import { Readable } from 'node:stream'

/** A JSON file of one object whose last field is a list that is read while it is written, as long as it may be. */
export function jsonFile(head: object, listName: string, items: AsyncIterable<unknown>): Readable {
  return Readable.from(textOf(head, listName, items), { objectMode: false })
}

async function* textOf(
  head: object,
  listName: string,
  items: AsyncIterable<unknown>,
): AsyncGenerator<Buffer> {
  yield Buffer.from(
    `${JSON.stringify(head, null, 2).replace(/\n\}$/, '')},\n  ${JSON.stringify(listName)}: [`,
  )
  let separator = '\n'
  for await (const item of items) {
    yield Buffer.from(separator + indented(JSON.stringify(item, null, 2)))
    separator = ',\n'
  }
  yield Buffer.from('\n  ]\n}\n')
}

/** Line feeds stand between lines alone; U+2028, which a pattern takes for a line's end too, is somebody's text. */
function indented(json: string): string {
  return `    ${json.replaceAll('\n', '\n    ')}`
}
