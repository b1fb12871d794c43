// Everything that has to pass: checks, unit and component tests, the API on a real MongoDB, a real browser.
import { build } from './lib/build.mjs'
import { checks } from './lib/checks.mjs'
import { report, runChecks, timed } from './lib/report.mjs'
import { whenOrphaned } from './lib/run.mjs'
import { checkSizes } from './lib/sizes.mjs'
import { runBrowserTests, runQuickProofs, runVitest } from './lib/suites.mjs'

// Without a listener, a signal ends this process and leaves its children.
for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(1))
whenOrphaned(() => process.exit(1))

async function buildStage() {
  await build({ onProgress: () => {} })
  return { name: 'build', passed: 1, failed: 0, output: '' }
}

// Two lanes, for the two cores of the smallest machine. Afterwards the browser has both.
const built = timed('build', buildStage)
const [left, right] = await Promise.all([
  (async () => [await built, await timed('tests of apps/api', () => runVitest('apps/api'))])(),
  (async () => [
    ...(await runChecks(checks)),
    await timed('tests of packages/shared', () => runVitest('packages/shared')),
    await timed('tests of packages/follow', () => runVitest('packages/follow')),
    await timed('tests of packages/testbed', () => runVitest('packages/testbed')),
    await timed('tests of apps/web', () => runVitest('apps/web')),
    // Trials mostly wait, for servers to start and nodes to vote.
    await built.then(() => timed('promises (prove --quick)', runQuickProofs)),
  ])(),
])
const last = [await timed('size budgets', checkSizes), await timed('browser (e2e)', runBrowserTests)]
process.exitCode = report([...left, ...right, ...last])
