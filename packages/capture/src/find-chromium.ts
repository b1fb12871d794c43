import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from 'playwright-core'

const systemNames = ['google-chrome-stable', 'google-chrome', 'chromium', 'chromium-browser']
const systemPaths = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

/** The Chromium of this machine: CHROME_PATH, Playwright's own, or one of the system.
 *  @throws if there is none, with the list of choices */
export function findChromium(): string {
  const chosen = process.env['CHROME_PATH']
  if (chosen) return chosen
  const onPath = (process.env['PATH'] ?? '')
    .split(delimiter)
    .flatMap((folder) => systemNames.map((name) => join(folder, name)))
  const found = [chromium.executablePath(), ...onPath, ...systemPaths].find((path) => existsSync(path))
  if (found) return found
  throw new Error('No browser was found. Install Chrome or Chromium, or set CHROME_PATH.')
}
