import { findBrowser, launchArgs } from '@pinmark/testbed/browser'
import { chromium, type Browser } from 'playwright-core'
import type { Owner } from '@pinmark/testbed/client'
import type { Trial } from '../promise'

/** A real browser for the time of a trial. It finds no host but this machine: what a page asks for elsewhere is seen,
 *  and goes nowhere. */
export async function givenBrowser(trial: Trial): Promise<Browser> {
  const browser = await chromium.launch({
    executablePath: await findBrowser(),
    args: [...launchArgs, '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1'],
  })
  trial.afterwards(() => browser.close())
  return browser
}

/** The storage of a browser with a login, as an option of a new context. */
export function loggedIn(url: string, { token, user }: Owner) {
  const localStorage = [
    { name: 'pinmark.token', value: token },
    { name: 'pinmark.user', value: JSON.stringify(user) },
  ]
  return { storageState: { cookies: [], origins: [{ origin: url, localStorage }] } }
}
