/** Runs checks one after the other; each counts as one test. */
export async function runChecks(checks) {
  const outcomes = []
  for (const { name, run } of checks) {
    outcomes.push(
      await timed(name, async () => {
        const { ok, output } = await run()
        return { name, passed: ok ? 1 : 0, failed: ok ? 0 : 1, output }
      }),
    )
  }
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

/** Prints the closing line. @returns the exit code */
export function report(outcomes) {
  const passed = outcomes.reduce((total, outcome) => total + outcome.passed, 0)
  const failed = outcomes.reduce((total, outcome) => total + outcome.failed, 0)
  console.log(`\n${passed} passed, ${failed} failed`)
  return failed === 0 && passed > 0 ? 0 : 1
}

function indent(text) {
  return text
    .split('\n')
    .map((line) => `      ${line}`)
    .join('\n')
}
