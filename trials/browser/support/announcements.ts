import { expect, type Page } from '@playwright/test'

/** Collects what a screen reader would announce: every text that is added to a live region. Call it before
 *  `goto`. */
export async function listen(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const heard: string[] = []
    Object.assign(window, { heard })
    const listen = (node: Node) => {
      const element = node instanceof Element ? node : node.parentElement
      const text = element?.closest('[role=status], [role=alert], [aria-live]')?.textContent?.trim()
      if (text) heard.push(text)
    }
    new MutationObserver((changes) => changes.forEach(({ target }) => listen(target))).observe(document, {
      subtree: true,
      childList: true,
      characterData: true,
    })
  })
}

/** Waits for an announcement since the last expected one. */
export async function expectHeard(page: Page, said: string | RegExp): Promise<void> {
  await expect
    .poll(
      () => page.evaluate(() => ('heard' in window ? window.heard : null)),
      `to be heard: ${String(said)}`,
    )
    .toContainEqual(typeof said === 'string' ? said : expect.stringMatching(said))
  await page.evaluate(() => {
    if ('heard' in window && Array.isArray(window.heard)) window.heard.length = 0
  })
}
