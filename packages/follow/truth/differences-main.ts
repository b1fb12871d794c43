import { writeFile } from 'node:fs/promises'
import { availableParallelism, cpus } from 'node:os'
import { fileURLToPath } from 'node:url'
import { differencesBetween } from '../src/differences'
import { judge, trueDifferences, wholePageEdits } from './differences-truth'
import { decode, edits, pages, renderAfter, renderBefore, withBrowser } from './render'
import { table } from './report'

// Measures how many true differences between a design and its build are listed, and how many listed areas lie on none.
// npm run differences -- [--pages name,name] [--edit words] [--no-write]

const args = process.argv.slice(2)
const option = (name: string) => (args.includes(name) ? args[args.indexOf(name) + 1] : undefined)
const names = option('--pages')?.split(',')

interface Result {
  page: string
  isTuned: boolean
  edit: string
  real: number
  found: number
  listed: number
  wrong: number
  seconds: number
}
const results: Result[] = []

await withBrowser(async (browser) => {
  for (const page of pages.filter(({ name }) => names?.includes(name) ?? true)) {
    const before = await renderBefore(browser, page)
    const from = await decode(before.file)
    for (const edit of edits.filter(({ name }) => name.includes(option('--edit') ?? ''))) {
      if (wholePageEdits.includes(edit.name)) continue
      const after = await renderAfter(browser, page, edit)
      const to = await decode(after.file)
      const start = process.cpuUsage()
      const listed = differencesBetween(from, to)
      const { user, system } = process.cpuUsage(start)
      const seconds = (user + system) / 1_000_000
      const { real, missed, wrong } = judge(
        listed,
        trueDifferences(before, after, edit, { before: from, after: to }),
      )
      results.push({
        ...{ page: page.name, isTuned: page.isTuned, edit: edit.name, seconds },
        ...{ real: real.length, found: real.length - missed.length },
        ...{ listed: listed.length, wrong: wrong.length },
      })
      console.log(`${page.name}: ${edit.name}, ${missed.length} missed, ${wrong.length} wrong`)
    }
  }
})

const percent = (part: number, whole: number) =>
  whole === 0 ? '–' : `${((100 * part) / whole).toFixed(1)} %`

function row(name: string, some: readonly Result[]): string[] {
  const sum = (key: 'real' | 'found' | 'listed' | 'wrong') =>
    some.reduce((total, result) => total + result[key], 0)
  const seconds = some.map((result) => result.seconds).sort((a, b) => a - b)
  return [
    ...[name, String(sum('real')), percent(sum('found'), sum('real'))],
    ...[String(sum('listed')), percent(sum('wrong'), sum('listed'))],
    `${(seconds[seconds.length >> 1] ?? 0).toFixed(2)} s`,
  ]
}

const columns = ['differences', 'found', 'listed', 'listed without difference', 'median processor time']
const tableBy = (key: 'edit' | 'page') =>
  table(
    [key, ...columns],
    [...new Set(results.map((result) => result[key]))].map((name) =>
      row(
        name,
        results.filter((result) => result[key] === name),
      ),
    ),
  )

const machine = `${availableParallelism()} cores (${cpus()[0]?.model.trim() ?? 'unknown'}), Node ${process.versions.node}`
const report = `<!-- Written by \`npm run differences\`. -->

Measured with \`npm run differences\` on ${machine}: ${results.length} pairs of pictures. ${wholePageEdits.length} of the ${edits.length} edits change the whole page and are left out: ${wholePageEdits.join(', ')}.

## Against the targets

${table(
  ['pages', ...columns],
  [
    ['target', '', '95 %', '', '5 %', ''],
    row(
      'tuned on',
      results.filter(({ isTuned }) => isTuned),
    ),
    row(
      'held out',
      results.filter(({ isTuned }) => !isTuned),
    ),
    row('all', results),
  ],
)}

## Each page, all edits

${tableBy('page')}

## Each edit, all pages

${tableBy('edit')}
`
console.log(report)
if (!args.includes('--no-write') && !option('--edit') && !option('--pages'))
  await writeFile(
    fileURLToPath(new URL('../../../trials/results/differences-results.md', import.meta.url)),
    report,
  )
