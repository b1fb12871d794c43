import { expect, type Page } from '@playwright/test'

export interface GivenFile {
  readonly name: string
  readonly mimeType: string
  readonly buffer: Buffer
}

/** Drops files on the page, as a file manager would. */
export async function dropFiles(page: Page, files: readonly GivenFile[]) {
  const sent = files.map(({ name, mimeType, buffer }) => ({
    name,
    mimeType,
    base64: buffer.toString('base64'),
  }))
  const transfer = await page.evaluateHandle((list) => {
    const data = new DataTransfer()
    for (const { name, mimeType, base64 } of list) {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
      data.items.add(new File([bytes], name, { type: mimeType }))
    }
    return data
  }, sent)
  // The part of the page that handles files may still be loading.
  await expect(async () => {
    await page.dispatchEvent('body', 'dragenter', { dataTransfer: transfer })
    if (files.length > 0) await expect(page.getByText(/^Drop to add to/)).toBeVisible({ timeout: 500 })
  }).toPass()
  await page.dispatchEvent('body', 'drop', { dataTransfer: transfer })
}
