import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from './root.mjs'
import { bin, collect } from './run.mjs'

/** The result of a stage of `npm test`. `output` keeps the last lines only, so `failures` lists every failed test, and
 *  `flaky` every test that failed once and passed when it was repeated.
 *  @typedef {{ name: string, passed: number, failed: number, failures?: string[], flaky?: string[], output: string }} Outcome */

/** A failed test is repeated once. If it then passes it is listed as flaky, which is a fault of the product or of the
 *  test. */
const retries = 1

const keptLines = 300

/** Runs the tests of a package with vitest and counts them.
 *  @param {{ only?: string[], except?: string[] }} files test files, and folders that end with a slash
 *  @returns {Promise<Outcome>} */
export function runVitest(workspace, { only = [], except = [] } = {}) {
  return withReport(async (report) => {
    const result = await collect(
      bin('vitest', workspace),
      [
        'run',
        ...only,
        ...except.flatMap((path) => ['--exclude', path.endsWith('/') ? `${path}**` : path]),
        ...[`--retry=${retries}`, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
      ],
      { cwd: join(root, workspace) },
    )
    const counts = await readReport(report, (json) => ({
      passed: json.numPassedTests,
      failed: json.numFailedTests,
      failures: json.testResults.flatMap(failuresInFile),
      flaky: json.testResults.flatMap(flakyInFile),
    }))
    return outcome(`tests of ${workspace}`, result, counts)
  })
}

/** Runs browser specs with Playwright against the built server and counts them.
 *  @param {string[]} projects of trials/browser/playwright.config.ts
 *  @param {string | undefined} shard such as `1/2` @returns {Promise<Outcome>} */
export function runBrowserTests(projects, shard) {
  return withReport(async (report) => {
    const result = await collect(
      bin('playwright', 'trials/browser'),
      ['test', ...projects.map((name) => `--project=${name}`), ...(shard ? [`--shard=${shard}`] : [])],
      {
        cwd: join(root, 'trials/browser'),
        env: { E2E_JSON: report, E2E_RETRIES: String(retries) },
      },
    )
    const counts = await readReport(report, ({ stats, suites }) => ({
      passed: stats.expected + stats.flaky,
      failed: stats.unexpected,
      failures: suites.flatMap((suite) => testsInSuite(suite, 'unexpected')),
      flaky: suites.flatMap((suite) => testsInSuite(suite, 'flaky')),
    }))
    return outcome(`browser (${projects.join(', ')})`, result, counts)
  })
}

/** Checks the quick promises of docs/trust.md against the built server. Each counts as one test. @returns
 *  {Promise<Outcome>} */
export function runQuickProofs() {
  return withReport(async (report) => {
    const result = await collect(bin('tsx', 'trials/prove'), ['src/main.ts', '--quick', '--json', report], {
      cwd: join(root, 'trials/prove'),
    })
    const counts = await readReport(report, ({ held, broken }) => ({ passed: held, failed: broken }))
    return outcome('promises (prove --quick)', result, counts)
  })
}

/** Runs the loop of one site, with its controls, against the built server. Each target counts as one test. @returns
 *  {Promise<Outcome>} */
export function runQuickLoop() {
  return withReport(async (report) => {
    const result = await collect(bin('tsx', 'trials/loop'), ['src/main.ts', '--quick', '--json', report], {
      cwd: join(root, 'trials/loop'),
    })
    const counts = await readReport(report, ({ held, broken }) => ({ passed: held, failed: broken }))
    return outcome('loop (loop --quick)', result, counts)
  })
}

function failuresInFile({ name, message, assertionResults }) {
  const failed = assertionResults.filter(({ status }) => status === 'failed')
  if (failed.length === 0) return message ? [`${name}: ${message}`] : []
  return failed.map((test) => describe(name, test))
}

/** A passed test with failure messages was repeated. */
function flakyInFile({ name, assertionResults }) {
  return assertionResults
    .filter(({ status, failureMessages }) => status === 'passed' && failureMessages.length > 0)
    .map((test) => describe(name, test))
}

function describe(file, { fullName, failureMessages: [text = ''] }) {
  return `${file}: ${fullName}: ${text.split('\n    at ', 2).join('\n    at ')}`
}

/** The tests of a suite with the status `unexpected` or `flaky`, with their errors. */
function testsInSuite({ file, specs, suites = [] }, wanted) {
  const found = specs.filter(({ tests }) => tests.some(({ status }) => status === wanted))
  const messages = (tests) =>
    tests.flatMap(({ results }) => results.map(({ error }) => error?.message ?? '')).join('; ')
  return [
    ...found.map(({ title, tests }) => `${file}: ${title}: ${messages(tests)}`),
    ...suites.flatMap((suite) => testsInSuite(suite, wanted)),
  ]
}

async function withReport(run) {
  const folder = await mkdtemp(join(tmpdir(), 'pinmark-report-'))
  try {
    return await run(join(folder, 'report.json'))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function readReport(path, count) {
  try {
    return count(JSON.parse(await readFile(path, 'utf8')))
  } catch (error) {
    if (error.code === 'ENOENT') return { passed: 0, failed: 0 }
    throw error
  }
}

/** A suite without tests has failed. So has one whose program fails although no test does. */
function outcome(name, { code, output }, { passed, failed, failures, flaky }) {
  const ranNothing = passed + failed === 0
  const unexplained = failed === 0 && (code !== 0 || ranNothing) ? 1 : 0
  const end = output.split('\n').slice(-keptLines).join('\n')
  return { name, passed, failed: failed + unexplained, failures, flaky, output: end }
}
