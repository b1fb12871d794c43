import { defineConfig } from '@playwright/test'
import { findBrowser, launchArgs } from '@pinmark/testbed/browser'
import { freePort } from '@pinmark/testbed/free-port'
import { scratchFolder } from '@pinmark/testbed/scratch-folder'

// Set by the first process that reads this file, and inherited by the workers.
process.env['CHROME_PATH'] ??= await findBrowser()
process.env['E2E_PORT'] ??= String(await freePort())
process.env['E2E_DATA_DIR'] ??= scratchFolder()

const port = Number(process.env['E2E_PORT'])
const unlimited = '1000000'

/** What `npm test` runs: the specification sentence by sentence, and a review by keyboard. */
const coreFiles = ['**/smoke.spec.ts', '**/spec-*.spec.ts', '**/review-by-keyboard.spec.ts']
/** Marks the test of another feature that `npm test` runs too: its main flow. */
const coreTag = /@core/

/** The built server on its own data folder. Rate limits are off, because all visitors come from one
 *  address. */
const environment = {
  PORT: String(port),
  HOST: '127.0.0.1',
  DATA_DIR: process.env['E2E_DATA_DIR'],
  RATE_LIMIT_FACTOR: '0',
  // The webhook receivers of the specs are on this machine.
  WEBHOOK_ALLOW_PRIVATE: 'true',
  MAX_PROJECTS_PER_USER: unlimited,
  LOG_LEVEL: 'error',
}

export default defineConfig({
  testDir: 'specs',
  outputDir: 'test-results',
  // Browsers often wait, so three of them keep two cores busy.
  workers: 3,
  fullyParallel: true,
  forbidOnly: process.env['CI'] === 'true',
  // `npm test` repeats a failed test once and lists it as flaky.
  retries: Number(process.env['E2E_RETRIES'] ?? 0),
  projects: [
    { name: 'core', testMatch: coreFiles },
    { name: 'flows', testIgnore: coreFiles, grep: coreTag },
    { name: 'rest', testIgnore: coreFiles, grepInvert: coreTag },
  ],
  timeout: 90_000,
  expect: { timeout: 20_000 },
  reporter: process.env['E2E_JSON'] ? [['line'], ['json', { outputFile: process.env['E2E_JSON'] }]] : 'list',
  webServer: {
    command: 'node ../../apps/api/dist/main.js --test-password-cost=10',
    url: `http://127.0.0.1:${port}/readyz`,
    env: environment,
    timeout: 120_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 20_000 },
    stdout: 'ignore',
    stderr: 'pipe',
  },
  use: {
    baseURL: `http://127.0.0.1:${port}`,
    viewport: { width: 1440, height: 900 },
    // The specs of the axe sweep also run in `ar` and `en-XA`, then at more widths.
    locale: process.env['E2E_LANGUAGE'] ?? 'en-GB',
    timezoneId: 'Europe/Berlin',
    launchOptions: { executablePath: process.env['CHROME_PATH'], args: launchArgs },
  },
})
