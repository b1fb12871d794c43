import { build } from './lib/build.mjs'
import { report } from './lib/report.mjs'
import { checkSizes } from './lib/sizes.mjs'

await build()
const outcome = await checkSizes()
console.log(outcome.output)
process.exitCode = report([outcome])
