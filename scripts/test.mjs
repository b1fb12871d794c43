// `npm test`: what a change needs. `npm run test:all` adds the rest. Names of lanes choose a part:
// `npm test -- api web`. CI runs the two halves in two processes, which add their counts in one file (`--totals FILE`).
import { parseArgs } from 'node:util'
import { build } from './lib/build.mjs'
import { checks } from './lib/checks.mjs'
import { report, runChecks, timed } from './lib/report.mjs'
import { whenOrphaned } from './lib/run.mjs'
import { checkSizes } from './lib/sizes.mjs'
import { runBrowserTests, runQuickLoop, runQuickProofs, runVitest } from './lib/suites.mjs'

const lanes = ['check', 'units', 'api', 'web', 'browser']
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    all: { type: 'boolean', default: false },
    rest: { type: 'boolean', default: false },
    shard: { type: 'string' },
    totals: { type: 'string' },
  },
})
const unknown = positionals.filter((lane) => !lanes.includes(lane))
if (unknown.length > 0) {
  console.error(`Unknown lane: ${unknown.join(', ')}. Choose from ${lanes.join(', ')}.`)
  process.exit(1)
}

// Without a listener, a signal ends this process and leaves its children.
for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(1))
whenOrphaned(() => process.exit(1))

/** Folders and files of tests that are no core flow and take most of the time, by package. Of the API: start and stop,
 *  backups, migrations, command-line programs, formats of images and PDFs, wrong and slow uploads, builds and costly
 *  comparisons, retries of mails and webhooks, budgets, and the permission of every actor in every state. Of the command
 *  line: everything but the login and sending files. Of `follow`, which seldom changes: comparisons, and the accuracy on
 *  pages whose truth is known. */
const rest = {
  'apps/api': [
    ...['src/ops/', 'src/mongo/', 'src/outbox/', 'src/mail/', 'src/webhooks/', 'src/images/renditions/'],
    ...['src/http/body/', 'test/budgets/', 'test/images/'],
    'src/main.test.ts',
    'src/accounts/account-deletion.test.ts',
    'src/accounts/account-export.test.ts',
    'src/comments/picture-files.test.ts',
    'src/core/permission-matrix.test.ts',
    ...['builds', 'many-comparisons', 'pages', 'place-comments'].map((name) => `src/designs/${name}.test.ts`),
    'src/exports/export-stream.test.ts',
    'src/mcp/spot-changes.test.ts',
    'src/mcp/tool-permissions.test.ts',
    'src/openapi/documented-client.test.ts',
  ],
  'apps/cli': ['builds', 'capture', 'check', 'comments', 'documents', 'watch'].map(
    (name) => `src/${name}.test.ts`,
  ),
  'packages/follow': [
    'truth/',
    ...['areas-of-changes', 'changes', 'differences'].map((name) => `src/${name}.test.ts`),
  ],
}
const hasLane = (lane) => positionals.length === 0 || positionals.includes(lane)
const hasCore = !values.rest
const hasRest = values.rest || values.all
const outcomes = []

/** Runs the stages of a lane one after the other, if this run has the lane. */
async function inLane(lane, ...stages) {
  if (!hasLane(lane)) return
  for (const [name, run] of stages) outcomes.push(await timed(name, run))
}

const needsBuild = ['api', 'units', 'browser', ...(hasRest ? ['check'] : [])].some(hasLane)
const built = needsBuild
  ? timed('build', async () => {
      await build({ onProgress: () => {} })
      return { name: 'build', passed: 1, failed: 0, output: '' }
    })
  : Promise.resolve()
const vitest = (workspace) => [
  `tests of ${workspace}`,
  () => runVitest(workspace, { except: rest[workspace] }),
]
const restOf = (workspace) => [
  `tests of ${workspace}, the rest`,
  () => runVitest(workspace, { only: rest[workspace] }),
]

if (hasCore) {
  // Two rows of lanes, for the two cores of the smallest machine.
  await Promise.all([
    (async () => {
      await built
      await inLane('api', vitest('apps/api'))
      await inLane('browser', ['browser, core', () => runBrowserTests(['core', 'flows'], values.shard)])
    })(),
    (async () => {
      if (hasLane('check')) outcomes.push(...(await runChecks(checks)))
      // The tests of the command line start the built server.
      await built
      await inLane(
        'units',
        vitest('packages/shared'),
        vitest('packages/words'),
        vitest('packages/follow'),
        vitest('packages/client'),
        vitest('apps/cli'),
      )
      await inLane('web', vitest('apps/web'))
    })(),
  ])
}
if (hasRest) {
  await built
  await inLane('check', ['size budgets', checkSizes])
  await inLane(
    'api',
    restOf('apps/api'),
    ['promises (prove --quick)', runQuickProofs],
    ['loop (loop --quick)', runQuickLoop],
  )
  await inLane('units', restOf('apps/cli'), restOf('packages/follow'), vitest('trials/testbed'))
  await inLane('browser', ['browser, the rest', () => runBrowserTests(['rest'], values.shard)])
}
const buildOutcome = await built
// A second process finds everything built, and the first has counted it.
if (buildOutcome && hasCore) outcomes.push(buildOutcome)
process.exitCode = report(outcomes, { totals: values.totals, isLast: hasRest })
