import { loggedIn } from '@pinmark/testbed/stored-session'
import type { Browser } from 'playwright-core'
import type { Studio } from './studio'

/** Confirms what the agent has resolved: opens each comment of the list “To confirm”, and presses once.
 *  @returns the numbers that the list had */
export async function confirmAll(browser: Browser, { url, project, owner }: Studio): Promise<number[]> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    ...loggedIn(url, owner),
  })
  try {
    const page = await context.newPage()
    await page.goto(`${url}/project/${project.id}`)
    const filter = page.getByRole('radio', { name: /^To confirm / })
    await filter.click()
    const rows = page.getByRole('listitem').getByRole('button', { name: /^Comment \d+ by/ })
    await rows.first().waitFor()
    const names = await rows.evaluateAll((all) =>
      all.map((row) => row.getAttribute('aria-label') ?? row.textContent),
    )
    const numbers = names.map((name) => Number(/^Comment (\d+)/.exec(name ?? '')?.[1]))
    for (const number of numbers) {
      await page
        .getByRole('listitem')
        .getByRole('button', { name: new RegExp(`^Comment ${number} by`) })
        .click()
      const question = page.getByRole('dialog').getByRole('group', { name: 'To confirm' })
      await question.getByRole('button', { name: 'Confirm' }).click()
      await question.waitFor({ state: 'detached' })
      await page.keyboard.press('Escape')
    }
    await page.getByRole('radio', { name: 'To confirm 0' }).waitFor()
    return numbers
  } finally {
    await context.close()
  }
}
