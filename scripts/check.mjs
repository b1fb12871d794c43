import { checks } from './lib/checks.mjs'
import { report, runChecks } from './lib/report.mjs'

const outcomes = await runChecks(checks)
process.exitCode = report(outcomes)
