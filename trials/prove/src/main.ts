import { writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { chooseRows } from '@pinmark/testbed/row-results'
import { stopSignal } from '@pinmark/testbed/scope'
import { inParallel } from './in-parallel'
import type { Promised } from './promise'
import { rows } from './rows'
import { brokenOutcome, runRow, type Outcome } from './run-row'
import { SharedMongo } from './shared-mongo'
import { lastSeconds, writeTable } from './table'

/** `npm run prove -- [--only R1,S8] [--long] [--seed 7] [--quick] [--json FILE]`: runs the trials, prints a
 *  line for each, and writes the measurements to docs/trust.md. Three run at a time, except those that
 *  measure time or memory. `--quick`, the part of `npm run test:all`, does not change the page. The exit code is 1 if
 *  a promise does not hold. */
const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    long: { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false },
    seed: { type: 'string' },
    json: { type: 'string' },
  },
})

const seed = values.seed === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(values.seed)
if (!Number.isSafeInteger(seed)) throw new Error('--seed takes a whole number.')
const size = values.long ? 'long' : values.quick ? 'quick' : 'everyday'
const chosen = chooseRows(rows, values.only, ({ isQuick }) => isQuick || !values.quick)

const stop = stopSignal()

// The longest trials start first, so that all lanes end at about the same time.
const took = await lastSeconds()
const inOrder = chosen.toSorted((a, b) => (took.get(b.id) ?? 0) - (took.get(a.id) ?? 0))

const outcomes: Outcome[] = []
const broken: string[] = []
const mongo = new SharedMongo()
await inParallel(
  inOrder.filter(({ isAlone }) => !isAlone),
  // Trials mostly wait for starting nodes and elections, so that three of them keep two cores busy.
  3,
  tryRow,
)
await inParallel(
  inOrder.filter(({ isAlone }) => isAlone),
  1,
  tryRow,
)
await mongo.end()
const held = outcomes.filter((outcome) => outcome.held).length
console.log(`\n${held} of ${chosen.length} promises held, seed ${seed}`)
if (values.json !== undefined) {
  await writeFile(values.json, JSON.stringify({ held, broken: chosen.length - held }))
}
if (!values.quick) {
  await writeTable(
    outcomes,
    rows.map(({ id }) => id),
  )
}
process.exitCode = held === chosen.length && chosen.length > 0 ? 0 : 1
// An abandoned trial may still wait for something that never happens.
if (broken.length > 0) process.exit()

async function tryRow(row: Promised): Promise<void> {
  if (stop.aborted) return
  const start = performance.now()
  try {
    const outcome = await runRow(row, { seed, size, stop, onProgress: showProgress, mongo })
    outcomes.push(outcome)
    print(outcome)
  } catch (error) {
    // Trials are independent, so the results of the others still matter.
    broken.push(row.id)
    // Otherwise the page would still show the result of an earlier run.
    if (!stop.aborted) outcomes.push(brokenOutcome(row, { seed, size, start, error }))
    console.log(`${row.id.padEnd(4)}ERROR  the trial itself broke (seed ${seed})\n${indent(reason(error))}`)
  }
}

function print({ id, held, promise, figure, target, control, seconds, details }: Outcome): void {
  console.log(
    `${id.padEnd(4)}${held ? 'held  ' : 'BROKEN'} ${promise}: ${figure} (target: ${target}; ${seconds} s)\n` +
      `           control, ${control}`,
  )
  if (!held && details !== '') console.log(indent(details))
}

function showProgress(line: string): void {
  if (process.stderr.isTTY) process.stderr.write(`      ${line}\n`)
}

function reason(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

function indent(text: string): string {
  return text
    .split('\n')
    .slice(0, 60)
    .map((line) => `           ${line}`)
    .join('\n')
}
