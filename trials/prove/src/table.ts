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

/** Writes the measurements into docs/trust.md. Rows that were not tried keep their earlier measurements.
 *  @param order ids in the order of the table; others are dropped */
export async function writeTable(outcomes: readonly Outcome[], order: readonly string[]): Promise<void> {
  const date = new Date().toISOString().slice(0, 10)
  const fresh = outcomes.map((outcome) => keptSchema.parse({ ...outcome, date }))
  await replaceBetween('trust.md', 'measured', page(await results.merge(fresh, order)))
}

/** How many seconds each row took in its last recorded run, by id. */
export async function lastSeconds(): Promise<ReadonlyMap<string, number>> {
  return new Map((await results.read()).map(({ id, seconds }) => [id, seconds]))
}

/** A table of short cells, then one section for each row. The formatter ignores the page, so that a new figure changes one
 *  line and not the width of all columns. */
function page(rows: readonly Kept[]): string {
  const summary = rows.map(({ id, promise, held, date }) => [
    `[${id}](#${id.toLowerCase()})`,
    promise,
    held ? 'yes' : '**no**',
    date,
  ])
  return [markdownTable([['', 'promise', 'held', 'measured on'], ...summary]), ...rows.map(section)].join(
    '\n\n',
  )
}

function section({ id, promise, figure, target, shownBy, control, date, size, seed, seconds }: Kept): string {
  return [
    `### ${id}`,
    `${promise}.`,
    [
      `- **Measured**: ${figure}`,
      `- **Target**: ${target}`,
      `- **Trial**: ${shownBy}`,
      `- **Control**: ${control}`,
      `- **Run**: ${date}, ${size}, seed ${seed}, ${seconds} s`,
    ].join('\n'),
  ].join('\n\n')
}
