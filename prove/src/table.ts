import { markdownTable, replaceBetween, RowResults } from '@pinmark/testbed/row-results'
import { z } from 'zod'
import type { Outcome } from './run-row'

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

const results = new RowResults('trust-results.json', (kept) => z.array(keptSchema).parse(kept))

/** Writes the measurements into docs/trust.md. Rows that were not tried keep their earlier ones.
 *  @param order ids in the order of the table; others are dropped */
export async function writeTable(outcomes: readonly Outcome[], order: readonly string[]): Promise<void> {
  const date = new Date().toISOString().slice(0, 10)
  const fresh = outcomes.map((outcome) => keptSchema.parse({ ...outcome, date }))
  await replaceBetween('trust.md', 'measured', table(await results.merge(fresh, order)))
}

/** How many seconds each row took in its last recorded run, by id. */
export async function lastSeconds(): Promise<ReadonlyMap<string, number>> {
  return new Map((await results.read()).map(({ id, seconds }) => [id, seconds]))
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
  return markdownTable([head, ...lines])
}
