import { markdownTable, replaceBetween, RowResults } from '@pinmark/testbed/row-results'
import { z } from 'zod'
import { median, minMedianMax, ratio, type Figure } from '../figure'
import { rows } from '../rows'
import type { Outcome } from '../run-row'
import { formatNumber, formatSpread } from './format'
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
  await replaceBetween('speed.md', 'measured', `${runs(all)}\n\n${tables(all)}`)
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

/** An overview, then a table for each row. The formatter ignores the page, so that a new figure changes one line and not the
 *  width of all columns. */
function tables(all: readonly Kept[]): string {
  const overview = all.map(({ id, work, figures }) => {
    const judged = figures.flatMap(({ target }) => target ?? [])
    const met = judged.filter((target) => target.met).length
    const verdict = judged.length === 0 ? 'no target' : `${met} of ${judged.length}`
    return [`[${id}](#${id.toLowerCase()})`, work, met < judged.length ? `**${verdict}**` : verdict]
  })
  return [markdownTable([['', 'work', 'targets met'], ...overview]), ...all.map(section)].join('\n\n')
}

function section({ id, work, beside, figures }: Kept): string {
  const head = ['measured', 'Pinmark', 'peer', 'its figures', 'ratio', 'target', 'met']
  const lines = figures.map((figure) => {
    const { what, unit, ours, peer, target, note } = figure
    const share = ratio(figure)
    return [
      `${what}, ${unit}${note === undefined ? '' : ` (${note})`}`,
      formatSpread(ours, median(ours)),
      peer?.name ?? '',
      peer ? formatSpread(peer.values, median(peer.values)) : '',
      share === null ? '' : formatNumber(share),
      target?.text ?? '',
      target ? (target.met ? 'yes' : '**no**') : '',
    ]
  })
  const isUsed = (column: number) => lines.some((cells) => cells[column] !== '')
  const used = [head, ...lines].map((cells) => cells.filter((_, column) => isUsed(column)))
  const [first = '', rest] = [work[0], work.slice(1)]
  return `### ${id}\n\n${first.toUpperCase()}${rest}. Compared with ${beside}.\n\n${markdownTable(used)}`
}
