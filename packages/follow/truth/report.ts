import { addTally, emptyTally, type Tally } from './score'

export interface EditResult {
  page: string
  isTuned: boolean
  edit: string
  isWhole: boolean
  tally: Tally
  /** The same places, found with the text of both pictures. */
  withText: Tally
  changes?: { real: number; found: number; listed: number; wrong: number }
}

const columns = [
  ...['places', 'within 4 px', 'off by more than 12 px', 'same, not followed', 'rewritten, not followed'],
  ...['gone, not followed', 'changes found', 'listed without change'],
]

const percent = (part: number, whole: number) =>
  whole === 0 ? '–' : `${((100 * part) / whole).toFixed(1)} %`

/** Markdown: the targets for tuned and held-out pages, then every edit. */
export function tablesOf(results: EditResult[], machine: string): string {
  const tuned = results.filter(({ isTuned }) => isTuned)
  const heldOut = results.filter(({ isTuned }) => !isTuned)
  const namesOf = (key: 'edit' | 'page') => [...new Set(results.map((result) => result[key]))]
  const tableBy = (key: 'edit' | 'page') =>
    table(
      [key, ...columns],
      namesOf(key).map((name) =>
        row(
          name,
          results.filter((result) => result[key] === name),
        ).filter((_, at) => at !== 2),
      ),
    )
  return `<!-- Written by \`npm run follow\`. -->

Measured with \`npm run follow\` on ${machine}: ${results.length} pairs of pictures. Tuned on: ${pagesOf(tuned)}. Held out: ${pagesOf(heldOut)}.

## Against the targets

${table(
  ['pages', ...columns.toSpliced(1, 0, 'regions')],
  [
    ['target', '2,000', '300', '99 %', '0.3 %', '8 %', '40 %', '95 %', '95 %', '5 %'],
    row('tuned on', tuned),
    row('held out', heldOut),
    row('all', results),
  ],
)}

"Same, not followed" leaves out dark mode and the layout for another width, as the target does.

## With the text of a captured page

Places that the pictures alone leave open, found by the lines of text of both versions.

${table(['pages', ...columns.toSpliced(1, 0, 'regions')].slice(0, 8), [
  textRow('tuned on', tuned),
  textRow('held out', heldOut),
  textRow('all', results),
])}

## Each edit, all pages

${tableBy('edit')}

## Each page, all edits

${tableBy('page')}
`
}

const pagesOf = (results: EditResult[]) => [...new Set(results.map(({ page }) => page))].join(', ')

/** Without the changes, which text does not affect. */
function textRow(name: string, results: EditResult[]): string[] {
  return row(
    name,
    results.map((result) => ({ ...result, tally: result.withText })),
  ).slice(0, 8)
}

function row(name: string, results: EditResult[]): string[] {
  const all = emptyTally()
  const ordinary = emptyTally()
  const changes = { real: 0, found: 0, listed: 0, wrong: 0 }
  const isOne = new Set(results.map(({ edit }) => edit)).size === 1
  for (const result of results) {
    addTally(all, result.tally)
    if (!result.isWhole || isOne) addTally(ordinary, result.tally)
    for (const key of ['real', 'found', 'listed', 'wrong'] as const)
      changes[key] += result.changes?.[key] ?? 0
  }
  return [
    ...[name, String(all.places), String(all.regions)],
    ...[percent(all.within4, all.followed), percent(all.off12, all.followed)],
    ...[percent(ordinary.sameNotFollowed, ordinary.same), percent(all.changedNotFollowed, all.changed)],
    ...[percent(all.gone - all.goneFollowed, all.gone)],
    ...[percent(changes.found, changes.real), percent(changes.wrong, changes.listed)],
  ]
}

export function table(head: string[], rows: string[][]): string {
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}
