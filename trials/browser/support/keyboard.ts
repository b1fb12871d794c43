import { expect, type Locator, type Page } from '@playwright/test'

/** Presses Tab, or Shift+Tab, until the element has the focus. @throws if it never gets the focus */
export async function tabTo(page: Page, wanted: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  for (let presses = 0; presses < 60; presses += 1) {
    if (await hasFocus(wanted)) return
    await page.keyboard.press(key)
  }
  throw new Error(`${key} never reached ${String(wanted)}`)
}

/** Presses keys one after the other. */
export async function press(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key)
}

/** Whether the focus is in the element or something inside it. */
export async function expectFocusIn(element: Locator): Promise<void> {
  await expect.poll(() => element.evaluate((box) => box.contains(document.activeElement))).toBe(true)
}

async function hasFocus(element: Locator): Promise<boolean> {
  return element.evaluate((found) => found === document.activeElement).catch(() => false)
}
