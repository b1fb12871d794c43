import type { Page } from '@playwright/test'

/** Whether the browser asks before it leaves the page. It stays. */
export async function asksBeforeLeaving(page: Page): Promise<boolean> {
  const [question] = await Promise.all([page.waitForEvent('dialog'), page.close({ runBeforeUnload: true })])
  await question.dismiss()
  return question.type() === 'beforeunload'
}
