import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import type { Outcome } from './run-row'

const page = fileURLToPath(new URL('../../docs/trust.md', import.meta.url))
const results = fileURLToPath(new URL('../../docs/trust-results.json', import.meta.url))

const keptSchema = z.object({
  id: z.string(),
  promise: z.string(),
  target: z.string(),
  shownBy: z.string(),
  held: z.boolean(),
  figure: z.string(),
  control: z.string(),
  seed: z.number(),
  size: z.enum(['quick', 'everyday', 'long']),
  seconds: z.number(),
  date: z.string(),
})
type Kept = z.infer<typeof keptSchema>

const [begin, end] = ['<!-- measured: begin -->', '<!-- measured: end -->']

/** Writes the measurements into docs/trust.md. Rows that were not tried keep their earlier ones.
 *  @param order ids in the order of the table; others are dropped */
export async function writeTable(outcomes: readonly Outcome[], order: readonly string[]): Promise<void> {
  const date = new Date().toISOString().slice(0, 10)
  const fresh = outcomes.map((outcome) => keptSchema.parse({ ...outcome, date }))
  const kept = new Map([...(await readKept()), ...fresh].map((row) => [row.id, row]))
  const all = order.flatMap((id) => kept.get(id) ?? [])
  await writeFile(results, `${JSON.stringify(all, null, 2)}\n`)
  const text = await readFile(page, 'utf8')
  const [before, after] = [text.split(begin)[0], text.split(end)[1]]
  if (before === undefined || after === undefined) throw new Error(`${page} has lost its marks.`)
  await writeFile(page, `${before}${begin}\n\n${table(all)}\n\n${end}${after}`)
}

/** How many seconds each row took in its last recorded run, by id. */
export async function lastSeconds(): Promise<ReadonlyMap<string, number>> {
  return new Map((await readKept()).map(({ id, seconds }) => [id, seconds]))
}

async function readKept(): Promise<Kept[]> {
  return z.array(keptSchema).parse(JSON.parse(await readFile(results, 'utf8')))
}

/** One line a row; prettier leaves the page alone, so that a figure changes one line and not the width of all. */
function table(rows: readonly Kept[]): string {
  const head = ['', 'promise', 'measured', 'target', 'held', 'shown by', 'control', 'run']
  const lines = rows.map((row) => [
    row.id,
    row.promise,
    row.figure,
    row.target,
    row.held ? 'yes' : '**no**',
    row.shownBy,
    row.control,
    `${row.date}, ${row.size}, seed ${row.seed}, ${row.seconds} s`,
  ])
  return [head, head.map(() => '---'), ...lines]
    .map((cells) => `| ${cells.map(cell).join(' | ')} |`)
    .join('\n')
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ')
}
