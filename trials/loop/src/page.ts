import { readFile } from 'node:fs/promises'
import { markdownTable, replaceBetween, RowResults } from '@pinmark/testbed/row-results'
import { z } from 'zod'
import type { Control } from './controls'
import { totalsOf, wrongOf } from './report'
import type { Finished } from './run-site'

const runSchema = z.object({
  /** The seed of its spots. */
  id: z.string(),
  date: z.string(),
  /** The mean number of waiting processes during the last fifteen minutes. */
  load: z.number(),
  pins: z.number(),
  storedOnce: z.number(),
  right: z.number(),
  confirmed: z.number(),
  secondsPerPin: z.number(),
  cpuSecondsPerPin: z.number(),
  sites: z.array(
    z.object({
      site: z.string(),
      right: z.number(),
      secondsPerPin: z.number(),
      cpuSecondsPerPin: z.number(),
      wrong: z.array(z.string()),
    }),
  ),
  controls: z.array(z.object({ without: z.string(), figure: z.string(), isNoticed: z.boolean() })),
})
type Run = z.infer<typeof runSchema>

const results = new RowResults('loop-results.json', (kept) => z.array(runSchema).parse(kept))

/** Writes a run of all sites to docs/loop.md, beside the last one that had another seed. */
export async function writePage(seed: number, finished: readonly Finished[], controls: readonly Control[]) {
  const [, , load = ''] = (await readFile('/proc/loadavg', 'utf8')).split(' ')
  const run: Run = {
    ...{ id: String(seed), date: new Date().toISOString().slice(0, 10), load: Number(load) },
    ...rounded(totalsOf(finished)),
    sites: finished.map((one) => {
      const { right, secondsPerPin, cpuSecondsPerPin } = rounded(totalsOf([one]))
      const wrong = one.scored.filter(({ isRight }) => !isRight).map(wrongOf)
      return { site: one.site, right, secondsPerPin, cpuSecondsPerPin, wrong }
    }),
    controls: [...controls],
  }
  const former = (await results.read()).map(({ id }) => id).filter((id) => id !== run.id)
  const runs = await results.merge([run], [run.id, ...former].slice(0, 2))
  await replaceBetween('loop.md', 'measured', page(runs))
}

function rounded<Figures extends object>(figures: Figures): Figures {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Numbers stay numbers.
  return Object.fromEntries(
    Object.entries(figures).map(([name, value]) => [name, Math.round(Number(value) * 100) / 100]),
  ) as Figures
}

function page(runs: readonly Run[]): string {
  const row = (name: string, of: (run: Run) => string) => [name, ...runs.map(of)]
  const totals = [
    ['', ...runs.map(({ id }) => `seed ${id}`)],
    row(
      'comments stored once, with one reply and one resolution',
      (one) => `${one.storedOnce} of ${one.pins}`,
    ),
    row('judged right', ({ right, pins }) => `${right} of ${pins}`),
    row('resolved, and confirmed with one press each', ({ confirmed }) => String(confirmed)),
    row('time per pin', ({ secondsPerPin }) => `${secondsPerPin} s`),
    row('processor time per pin, of all processes', ({ cpuSecondsPerPin }) => `${cpuSecondsPerPin} s`),
    row('measured on, with a load of', ({ date, load }) => `${date}, ${load}`),
  ]
  const [latest] = runs
  const bySite = [
    ['site', ...runs.map(({ id }) => `judged right, seed ${id}`)],
    ...(latest?.sites ?? []).map(({ site }) =>
      row(site, (run) => `${siteOf(run, site)?.right ?? '–'} of 10`),
    ),
  ]
  const wrong = runs.flatMap(({ id, sites }) =>
    sites.flatMap(({ site, wrong }) => wrong.map((words) => `- Seed ${id}, ${site}: ${words}`)),
  )
  return [
    markdownTable(totals),
    markdownTable(bySite),
    '**Wrong judgements**',
    wrong.length === 0 ? 'None.' : wrong.join('\n'),
    '**Controls**',
    (latest?.controls ?? []).map(({ without, figure }) => `- With ${without}: ${figure}.`).join('\n'),
  ].join('\n\n')
}

function siteOf({ sites }: Run, wanted: string) {
  return sites.find(({ site }) => site === wanted)
}
