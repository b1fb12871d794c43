import { parseArgs } from 'node:util'
import { chooseRows } from '@pinmark/testbed/row-results'
import { stopSignal } from '@pinmark/testbed/scope'
import { writeGrowth } from './growth/growth-page'
import { measureGrowth } from './growth/measure'
import { describeMachine } from './machine'
import { summaryLine } from './page/summary-line'
import { writePage } from './page/page'
import { formatMinutes } from './page/format'
import type { Row, Size } from './row'
import { rows } from './rows'
import { runRow, withBench } from './run-row'

/** `npm run bench -- [--only P1,P4] [--full] [--growth]`: measures one row after the other, never two at
 *  once, prints a line for each, and writes docs/speed.md. `--growth` measures the growth alone, `--full`
 *  both. The exit code is 1 when a row failed; a missed target is a result and not a failure. */
const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    full: { type: 'boolean', default: false },
    growth: { type: 'boolean', default: false },
  },
})

const choices = {
  quick: { rounds: 5, seconds: 0.5 },
  full: { rounds: 9, seconds: 4 },
} satisfies Record<Size, { rounds: number; seconds: number }>
const growthDeadlineSeconds = 1_200
const size: Size = values.full ? 'full' : 'quick'

const stop = stopSignal()
const machine = await describeMachine()
console.log(`${machine.text}; load average ${machine.load.toFixed(1)} at the start\n`)

const date = new Date().toISOString().slice(0, 16).replace('T', ' ')
const command = ['npm run bench', ...process.argv.slice(2)].join(' ').replace(' --', ' -- --')
const run = { date, machine: machine.text, load: machine.load, command }
let measured = 0
const broken: string[] = []
const isUsual = (row: Row) => size === 'full' || !row.isExtra
for (const row of values.growth ? [] : chooseRows(rows, values.only, isUsual)) {
  const choice = { size, stop, ...choices[size], onProgress: (line: string) => showProgress(row.id, line) }
  // Rows are independent. When one fails, the others are still useful.
  await orBroken(row.id, async () => {
    const outcome = await runRow(row, choice)
    measured += 1
    console.log(summaryLine(outcome))
    // Stored at once, in case the run is interrupted later.
    await writePage([outcome], run)
  })
}
if (values.growth || (values.full && values.only === undefined)) {
  const choice = { size, stop, ...choices[size], onProgress: (line: string) => showProgress('growth', line) }
  await orBroken('growth', async () => {
    await writeGrowth(await withBench(choice, growthDeadlineSeconds, measureGrowth), run)
    console.log('growth  docs/pictures/growth.svg and its table are drawn')
  })
}
console.log(
  `\n${measured} rows measured, ${broken.length} broken${broken.length > 0 ? ` (${broken.join(', ')})` : ''}, ${formatMinutes(performance.now())}`,
)
process.exit(broken.length === 0 ? 0 : 1)

async function orBroken(id: string, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (stop.aborted) process.exit(1)
    broken.push(id)
    console.log(`${id.padEnd(7)}BROKEN ${error instanceof Error ? error.stack : String(error)}`)
  }
}

function showProgress(id: string, line: string): void {
  if (process.stderr.isTTY) process.stderr.write(`       ${id} ${line}\n`)
}
