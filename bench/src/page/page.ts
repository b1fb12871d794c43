import { markdownTable, replaceBetween, RowResults } from '@pinmark/testbed/row-results'
import { z } from 'zod'
import { median, minMedianMax, ratio, type Figure } from '../figure'
import { rows } from '../rows'
import type { Outcome } from '../run-row'
import { short, spread } from './numbers'
import { runLine, type Run } from './run-line'

const figureSchema = z.object({
  what: z.string(),
  unit: z.string(),
  ours: z.array(z.number()),
  peer: z.nullable(z.object({ name: z.string(), values: z.array(z.number()) })),
  target: z.nullable(z.object({ text: z.string(), met: z.boolean() })),
  note: z.string().exactOptional(),
})
const keptSchema = z.object({
  id: z.string(),
  work: z.string(),
  beside: z.string(),
  figures: z.array(figureSchema),
  size: z.enum(['quick', 'full']),
  seconds: z.number(),
  /** Time, machine, load and command of a row, because rows may come from different runs. */
  run: z.object({ date: z.string(), machine: z.string(), load: z.number(), command: z.string() }),
})
type Kept = z.infer<typeof keptSchema>

const results = new RowResults('speed-results.json', (kept) => z.array(keptSchema).parse(kept))

/** Writes results to docs/speed.md, and their numbers to the file beside it. Rows that were not measured this
 *  time keep their results. */
export async function writePage(outcomes: readonly Outcome[], run: Run): Promise<void> {
  const fresh = outcomes.map((outcome) => ({ ...outcome, figures: outcome.figures.map(summary), run }))
  const all = await results.merge(
    fresh,
    rows.map(({ id }) => id),
  )
  await replaceBetween('speed.md', 'measured', `${runs(all)}\n\n${table(all)}`)
}

function summary(figure: Figure): Figure {
  const { ours, peer } = figure
  return {
    ...figure,
    ours: minMedianMax(ours),
    peer: peer && { ...peer, values: minMedianMax(peer.values) },
  }
}

/** The conditions of the measurements, one line for each run. */
function runs(all: readonly Kept[]): string {
  const lines = new Map<string, string[]>()
  for (const { id, run } of all) {
    const line = runLine(run)
    lines.set(line, [...(lines.get(line) ?? []), id])
  }
  return [...lines].map(([line, ids]) => `- ${ids.join(', ')}: ${line}`).join('\n')
}

/** One line per figure. Prettier ignores the page, so that a new figure changes one line and not the width of
 *  all columns. */
function table(all: readonly Kept[]): string {
  const head = [
    '',
    'work',
    'measured',
    'Pinmark (min / median / max)',
    'beside it',
    'its min / median / max',
    'ratio',
    'target',
    'met',
  ]
  const lines = all.flatMap(({ id, work, figures }) =>
    figures.map((figure, index) => {
      const { what, unit, ours, peer, target, note } = figure
      const share = ratio(figure)
      return [
        index === 0 ? id : '',
        index === 0 ? work : '',
        `${what}, ${unit}${note === undefined ? '' : ` (${note})`}`,
        spread(ours, median(ours)),
        peer?.name ?? '',
        peer ? spread(peer.values, median(peer.values)) : '',
        share === null ? '' : short(share),
        target?.text ?? '',
        target ? (target.met ? 'yes' : '**no**') : '',
      ]
    }),
  )
  return markdownTable([head, ...lines])
}
