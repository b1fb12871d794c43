import { parseArgs } from 'node:util'
import { describeMachine } from './machine'
import { summaryLine } from './page/summary-line'
import { writePage } from './page/page'
import type { Size } from './row'
import { rows } from './rows'
import { endOpenRows, runRow, type Outcome } from './run-row'

/** `npm run bench -- [--only P1,P4] [--full]`: measures one row after the other, never two at once, prints a line for
 *  each, and writes docs/speed.md. Ends with 1 when a row broke; a missed target is a result and not an error. */
const { values } = parseArgs({
  options: { only: { type: 'string' }, full: { type: 'boolean', default: false } },
})

const choices = {
  quick: { rounds: 5, seconds: 0.6 },
  full: { rounds: 9, seconds: 4 },
} satisfies Record<Size, { rounds: number; seconds: number }>
const size = values.full ? 'full' : 'quick'

endOnSignals()
const machine = await describeMachine()
console.log(`${machine.text}; load average ${machine.load.toFixed(1)} at the start\n`)

const outcomes: Outcome[] = []
const broken: string[] = []
for (const row of chosenRows(values.only)) {
  try {
    const outcome = await runRow(row, {
      size,
      ...choices[size],
      onProgress: (line) => showProgress(row.id, line),
    })
    outcomes.push(outcome)
    console.log(summaryLine(outcome))
  } catch (error) {
    // Rows are independent: the others are still worth knowing.
    broken.push(row.id)
    console.log(
      `${row.id.padEnd(7)}BROKEN ${row.work}: ${error instanceof Error ? error.stack : String(error)}`,
    )
  }
}
const command = ['npm run bench', ...process.argv.slice(2)].join(' ').replace(' --', ' -- --')
await writePage(outcomes, { machine, command })
console.log(
  `\n${outcomes.length} measured, ${broken.length} broken${broken.length > 0 ? `: ${broken.join(', ')}` : ''}`,
)
process.exit(broken.length === 0 && outcomes.length > 0 ? 0 : 1)

function chosenRows(only: string | undefined) {
  const wanted = only?.split(',')
  const unknown = wanted?.filter((id) => !rows.some((row) => row.id === id)) ?? []
  if (unknown.length > 0) throw new Error(`There is no row ${unknown.join(', ')}.`)
  return rows.filter((row) => wanted?.includes(row.id) ?? true)
}

function showProgress(id: string, line: string): void {
  if (process.stderr.isTTY) process.stderr.write(`       ${id} ${line}\n`)
}

function endOnSignals(): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      void endOpenRows().finally(() => process.exit(1))
    })
  }
}
