import { setTimeout } from 'node:timers/promises'
import type { APIRequestContext, Browser } from '@playwright/test'
import { designTitleOf } from '@pinmark/shared/design-name'
import { errorCatalogue } from '@pinmark/shared/messages'
import sharp, { type Sharp } from 'sharp'
import { dropFiles } from '../support/drop-files'
import { openProject } from '../support/project-page'
import { realFiles, type RealFile } from '../support/real-files'
import { expect, test } from '../support/test'

// Chromium is the judge: it shows each file in an `<img>`. A file is stored as it is shown, or refused with a sentence that
// says why. REAL_FILES names a folder of further files.

/** Squares of this many pixels are compared by their mean, because edges of letters are drawn in many ways. */
const squarePx = 4
/** Squares that may differ, as a share. */
const maxShare = 0.015
/** A square differs if one of its channels does by more, of 255. */
const maxDistance = 50
const types: Record<string, string> = { svg: 'image/svg+xml', jpg: 'image/jpeg' }
const typeOf = ({ name }: RealFile) => {
  const ending = name.split('.').at(-1) ?? ''
  return types[ending] ?? `image/${ending}`
}

/** Sentences that a file may get. Each names the reason, and what to do. */
const reasons = new Set<string>([errorCatalogue.image_cut_off.text, errorCatalogue.image_empty.text])
const isReason = (text: string) =>
  reasons.has(text) || /^This SVG contains .* Export PNG or PDF\.$/.test(text)

/** The server and the browser of the tests have different fonts. */
const inServerFonts = new Set(['text.svg', 'UTF-16.svg'])

/** What the file looks like in an `<img>` of this size; null if this browser shows nothing. */
async function shownBy(
  browser: Browser,
  file: RealFile,
  { width, height }: { width: number; height: number },
) {
  // The window is the part that is compared: a picture of a window as tall as the longest file can fail on a busy machine.
  const part = clipOf(width, height)
  const page = await browser.newPage({ viewport: { width: part.width, height: part.height } })
  try {
    const source = `data:${typeOf(file)};base64,${file.buffer.toString('base64')}`
    await page.setContent(
      `<style>body { margin: 0 } img { position: fixed; top: -${part.y}px; left: 0; width: ${width}px; height: ${height}px }</style><img src="${source}">`,
    )
    const isShown = await page.locator('img').evaluate(async (image: HTMLImageElement) => {
      while (!image.complete) await new Promise((resolve) => window.setTimeout(resolve, 20))
      return image.naturalWidth > 0
    })
    if (!isShown) return null
    // An animation that begins with nothing shows something soon.
    if (/image\/(?:gif|webp)/.test(typeOf(file))) await page.waitForTimeout(500)
    return await page.screenshot({ omitBackground: true })
  } finally {
    await page.close()
  }
}

/** The part that is compared. Screenshots are limited in size. */
const clipOf = (width: number, height: number) => ({
  ...{ x: 0, width: Math.min(width, 4_000), height: Math.min(height, 4_000) },
  y: Math.max(0, Math.min(height - 4_000, 19_000)),
})

/** The share of pixels that differ. */
async function difference(shown: Buffer, stored: Buffer): Promise<number> {
  const { width, height } = await sharp(stored).metadata()
  const { x: left, y: top, ...size } = clipOf(width, height)
  const raw = async (image: Sharp) => {
    const png = await image.ensureAlpha().flatten({ background: '#777' }).png().toBuffer()
    const [across, down] = [size.width, size.height].map((side) => Math.ceil(side / squarePx))
    return sharp(png).resize(across, down, { fit: 'fill', kernel: 'linear' }).raw().toBuffer()
  }
  const [one, other] = await Promise.all([
    raw(sharp(shown)),
    raw(sharp(stored).extract({ left, top, ...size })),
  ])
  expect(one.length).toBe(other.length)
  let count = 0
  for (let at = 0; at < one.length; at += 3) {
    const isFar = [0, 1, 2].some(
      (channel) => Math.abs((one[at + channel] ?? 0) - (other[at + channel] ?? 0)) > maxDistance,
    )
    if (isFar) count += 1
  }
  return count / (one.length / 3)
}

async function judge(
  { browser, request }: { browser: Browser; request: APIRequestContext },
  file: RealFile,
  image: { _id: string; width: number; height: number },
): Promise<string | null> {
  const [shown, answer] = await Promise.all([
    shownBy(browser, file, image),
    request.get(`/images/${image._id}/view`),
  ])
  // A browser without a picture decides nothing.
  if (!shown) return null
  const share = await difference(shown, await answer.body())
  return share > maxShare ? `${file.name} differs in ${(share * 100).toFixed(1)} %` : null
}

test('every file that the designer adds on the page is shown as in the browser, or refused with the reason', async ({
  ownerPage: page,
  newProject,
  browser,
  request,
}) => {
  test.setTimeout(600_000)
  const files = await realFiles()
  const wrong: string[] = []
  const refused = new Set<string>()
  for (let from = 0; from < files.length; from += 25) {
    const some = files.slice(from, from + 25)
    const project = await newProject({ name: 'Files' })
    await openProject(page, project._id)
    await page.getByRole('button', { name: /^Files.*actions/ }).waitFor()
    await dropFiles(
      page,
      some.map((file) => ({ ...file, mimeType: typeOf(file) })),
    )
    const dialog = page.getByRole('dialog', { name: /^(Add|New version of)/ })
    for (const choice of await dialog.getByRole('combobox').all()) await choice.selectOption('another')
    await dialog.getByRole('button', { name: /^Upload/ }).click()
    await expect(
      dialog.getByRole('button', { name: /^Uploading/ }).or(dialog.getByText('Reading')),
    ).toHaveCount(0, {
      timeout: 300_000,
    })
    const alerts =
      (await dialog.count()) > 0
        ? await dialog
            .getByRole('listitem')
            .filter({ has: page.getByRole('alert') })
            .all()
        : []
    for (const row of alerts) {
      const name = await row.locator('bdi').innerText()
      const reason = await row.getByRole('alert').innerText()
      refused.add(name)
      // The browser has drawn every SVG.
      if (!isReason(reason) || name.endsWith('.svg')) wrong.push(`${name}: ${reason}`)
    }
    const { designs } = await project.read()
    for (const file of some) {
      const version = designs.find(({ title }) => title === designTitleOf(file.name))?.versions[0]
      if (version) {
        const problem = await judge({ browser, request }, file, version.image)
        if (problem) wrong.push(problem)
      } else if (!refused.has(file.name)) wrong.push(`${file.name} is lost`)
    }
  }
  expect(wrong).toEqual([])
})

test('every file that a script adds is shown as in the browser, or refused with the reason', async ({
  newProject,
  account,
  browser,
  request,
}) => {
  test.setTimeout(600_000)
  const wrong: string[] = []
  const headers = { Authorization: `Bearer ${account.token}` }
  const project = await newProject({ name: 'Files' })
  for (const file of await realFiles()) {
    const multipart = { image: { ...file, mimeType: typeOf(file) } }
    const send = () => request.post(`/projects/${project._id}/designs`, { headers, multipart })
    let answer = await send()
    // The uploads of one address share a part of the server's memory, and other tests upload too.
    while (answer.status() === 503) {
      await setTimeout(Number(answer.headers()['retry-after']) * 1_000)
      answer = await send()
    }
    const { designs, error } = await answer.json()
    const image = designs?.[0]?.versions[0].image
    if (image) {
      const problem = await judge({ browser, request }, file, image)
      if (problem && !inServerFonts.has(file.name)) wrong.push(problem)
    } else if (!isReason(error)) {
      wrong.push(`${file.name}: ${error}`)
    }
  }
  expect(wrong).toEqual([])
})
