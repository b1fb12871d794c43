import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

const docs = new URL('../../../docs/', import.meta.url)
const results = new URL('../../results/', import.meta.url)

interface Identified {
  id: string
}

/** The rows named in `only` (`P1,P4`), or the default ones if nothing is named. @throws for an unknown name */
export function chooseRows<Row extends Identified>(
  rows: readonly Row[],
  only: string | undefined,
  isUsual: (row: Row) => boolean,
): Row[] {
  const wanted = only?.split(',')
  const unknown = wanted?.filter((id) => !rows.some((row) => row.id === id)) ?? []
  if (unknown.length > 0) throw new Error(`Unknown rows: ${unknown.join(', ')}.`)
  return rows.filter((row) => wanted?.includes(row.id) ?? isUsual(row))
}

/** Results of rows in a JSON file of trials/results/. Rows that were not run this time keep their results. */
export class RowResults<Result extends Identified> {
  readonly #file: string

  constructor(
    name: string,
    private readonly parse: (results: unknown) => Result[],
  ) {
    this.#file = fileURLToPath(new URL(name, results))
  }

  async read(): Promise<Result[]> {
    return this.parse(JSON.parse(await readFile(this.#file, 'utf8')))
  }

  /** @param order ids of all rows; results of others are dropped @returns all results in that order */
  async merge(fresh: readonly Result[], order: readonly string[]): Promise<Result[]> {
    const kept = new Map([...(await this.read()), ...fresh].map((result) => [result.id, result]))
    const all = order.flatMap((id) => kept.get(id) ?? [])
    await writeFile(this.#file, `${JSON.stringify(all, null, 1)}\n`)
    return all
  }
}

/** Replaces the text between the marks of that name in a page of docs/. @throws if the page has no such marks */
export async function replaceBetween(page: string, name: 'measured' | 'growth', text: string): Promise<void> {
  const [begin, end] = [`<!-- ${name}: begin -->`, `<!-- ${name}: end -->`]
  const file = new URL(page, docs)
  const whole = await readFile(file, 'utf8')
  const [before, after] = [whole.split(begin)[0], whole.split(end)[1]]
  if (before === undefined || after === undefined) throw new Error(`${page} has lost its marks (${name}).`)
  await writeFile(file, `${before}${begin}\n\n${text}\n\n${end}${after}`)
}

/** A Markdown table. The first row of cells is its head. */
export function markdownTable([head = [], ...rows]: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows]
    .map(
      (cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`,
    )
    .join('\n')
}
