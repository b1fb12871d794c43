import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium as playwrightChromium } from '@playwright/test'

/** For a container: no sandbox of its own, no calls home. */
export const launchArgs = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

const systemNames = ['google-chrome-stable', 'google-chrome', 'chromium', 'chromium-browser']
const systemPaths = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

/** The browser to test in, first found: CHROME_PATH, one of the system, Playwright's own, the one that an npm package
 *  carries (Linux on x64). @throws when there is none, naming the choices */
export async function findBrowser(): Promise<string> {
  const chosen = process.env['CHROME_PATH']
  if (chosen) return chosen
  const onPath = (process.env['PATH'] ?? '')
    .split(delimiter)
    .flatMap((folder) => systemNames.map((name) => join(folder, name)))
  for (const path of [...onPath, ...systemPaths, playwrightChromium.executablePath()]) {
    if (existsSync(path)) return path
  }
  if (process.platform === 'linux' && process.arch === 'x64') return packagedBrowser()
  throw new Error('No browser was found. Install Chrome or Chromium, or set CHROME_PATH.')
}

/** Unpacks the packaged browser; where the system lacks libraries, it brings its own set. */
async function packagedBrowser(): Promise<string> {
  // Seen by the package at its import and at unpacking: unpack the libraries too, and put them on the search path.
  const searchPath = process.env['LD_LIBRARY_PATH']
  process.env['AWS_LAMBDA_JS_RUNTIME'] ??= 'nodejs20.x'
  const { default: chromium } = await import('@sparticuz/chromium')
  const withOwnLibraries = process.env['LD_LIBRARY_PATH']
  setSearchPath(searchPath)
  const path = await chromium.executablePath()
  if (lacksLibraries(path)) setSearchPath(withOwnLibraries)
  return path
}

function setSearchPath(path: string | undefined): void {
  if (path === undefined) delete process.env['LD_LIBRARY_PATH']
  else process.env['LD_LIBRARY_PATH'] = path
}

function lacksLibraries(path: string): boolean {
  return execFileSync('ldd', [path], { encoding: 'utf8' }).includes('not found')
}
