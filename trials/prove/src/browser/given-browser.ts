import { findBrowser, launchArgs } from '@pinmark/testbed/browser'
import { chromium, type Browser } from 'playwright-core'
import type { Trial } from '../promise'

/** Starts a real browser, which the trial closes at its end. It resolves no host but this machine, so that requests to
 *  other hosts are recorded and reach nothing. */
export async function givenBrowser(trial: Trial): Promise<Browser> {
  const browser = await chromium.launch({
    executablePath: await findBrowser(),
    args: [...launchArgs, '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1'],
  })
  trial.afterwards(() => browser.close())
  return browser
}
