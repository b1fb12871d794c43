import { existsSync, readFileSync, writeFileSync } from 'node:fs'

/** Runs checks, two at a time; each counts as one test. */
export async function runChecks(checks) {
  const outcomes = []
  const waiting = checks.values()
  const runWaiting = async () => {
    for (const { name, run } of waiting) {
      outcomes.push(
        await timed(name, async () => {
          const { ok, output } = await run()
          return { name, passed: ok ? 1 : 0, failed: ok ? 0 : 1, output }
        }),
      )
    }
  }
  await Promise.all([runWaiting(), runWaiting()])
  return outcomes
}

/** Runs one stage, prints a line when it is done, and turns an exception into a failed stage. */
export async function timed(name, run) {
  const start = performance.now()
  const outcome = await run().catch((error) => ({
    name,
    passed: 0,
    failed: 1,
    output: String(error?.stack ?? error),
  }))
  const seconds = ((performance.now() - start) / 1000).toFixed(1)
  const mark = outcome.failed === 0 ? 'ok  ' : 'FAIL'
  console.log(`${mark}  ${outcome.name}: ${outcome.passed} passed, ${outcome.failed} failed (${seconds} s)`)
  for (const test of outcome.flaky ?? []) console.log(indent(`flaky: ${test.trim()}`))
  if (outcome.failed > 0) console.log(indent([...(outcome.failures ?? []), '', outcome.output].join('\n')))
  return outcome
}

/** Prints what was flaky and the closing line.
 *  @param {{ totals?: string, isLast?: boolean }} options `totals`: a file in which several processes add their counts; only
 *  the last one prints the sum
 *  @returns the exit code */
export function report(outcomes, { totals, isLast = true } = {}) {
  const flaky = outcomes.flatMap((outcome) => outcome.flaky ?? [])
  if (flaky.length > 0)
    console.log(`\nFlaky, passed when repeated (each is a fault of the product or of its test):`)
  for (const test of flaky) console.log(indent(test.trim()))
  const before =
    totals && existsSync(totals) ? JSON.parse(readFileSync(totals, 'utf8')) : { passed: 0, failed: 0 }
  const ofThese = (count) => outcomes.reduce((total, outcome) => total + outcome[count], 0)
  const sum = { passed: before.passed + ofThese('passed'), failed: before.failed + ofThese('failed') }
  if (totals) writeFileSync(totals, JSON.stringify(sum))
  if (!totals || isLast) console.log(`\n${sum.passed} passed, ${sum.failed} failed`)
  return sum.failed === 0 && ofThese('passed') > 0 ? 0 : 1
}

function indent(text) {
  return text
    .split('\n')
    .map((line) => `      ${line}`)
    .join('\n')
}
