import { writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { findBrowser, launchArgs } from '@pinmark/testbed/browser'
import { withoutLimits } from '@pinmark/testbed/client'
import { Random } from '@pinmark/testbed/random'
import { chooseRows } from '@pinmark/testbed/row-results'
import { stopSignal, withinScope, type Scope } from '@pinmark/testbed/scope'
import { newServer } from '@pinmark/testbed/scoped-server'
import { chromium } from 'playwright-core'
import { buildCli } from '../../../scripts/lib/build-cli.mjs'
import { runControls } from './controls'
import { print, summaryOf } from './report'
import { writePage } from './page'
import { runSite, type Finished } from './run-site'
import { sites } from './sites'

/** `npm run loop -- [--only bakery,hut] [--seed 7] [--quick] [--json FILE]`: runs the loop on the sites, then the
 *  controls, and writes the measurements to docs/loop.md. `--quick`, the part of `npm run test:all`, takes one site, checks
 *  no time and does not change the page. A part of the sites does not either. The exit code is 1 if a target is missed. */
const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    seed: { type: 'string' },
    quick: { type: 'boolean', default: false },
    json: { type: 'string' },
  },
})
/** A test is the same each time. */
const usualSeed = values.quick ? 1 : Math.floor(Math.random() * 2 ** 31)
const seed = values.seed === undefined ? usualSeed : Number(values.seed)
if (!Number.isSafeInteger(seed)) throw new Error('--seed takes a whole number.')
const chosen = chooseRows(sites, values.only, ({ id }) => !values.quick || id === 'bakery')

const maxSeconds = 3_600
await withinScope({ seconds: maxSeconds, stop: stopSignal() }, run)

async function run(scope: Scope): Promise<void> {
  await buildCli()
  const server = await newServer(scope, { environment: withoutLimits })
  const { url } = await server.start()
  const executablePath = await findBrowser()
  // The command line finds it there, as on the machine of a user.
  process.env['CHROME_PATH'] = executablePath
  const browser = await chromium.launch({ executablePath, args: launchArgs })
  scope.afterwards(() => browser.close())

  const finished: Finished[] = []
  for (const site of chosen) {
    const random = new Random(seed + sites.indexOf(site))
    const one = await runSite(scope, { url, browser, site, random })
    finished.push(one)
    print(one)
  }
  const controls = await runControls(scope, { url, browser, seed })
  const summary = summaryOf(finished, controls, { isTimed: !values.quick })
  console.log(`\n${summary.lines.join('\n')}\nseed ${seed}`)
  if (values.json !== undefined) {
    const { met, missed } = summary
    await writeFile(values.json, JSON.stringify({ held: met, broken: missed }))
  }
  if (chosen.length === sites.length) await writePage(seed, finished, controls)
  process.exitCode = summary.missed === 0 ? 0 : 1
}
