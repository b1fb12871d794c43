import { errorCatalogue } from '@pinmark/shared/messages'
import type { Browser } from 'playwright-core'
import sharp, { type Sharp } from 'sharp'
import type { RealFile } from './real-files'

// Chromium is the judge of a stored picture: it shows the file itself in an `<img>`.

/** Squares of this many pixels are compared by their mean, because edges of letters are drawn in many ways. */
const squarePx = 4
/** Squares that may differ, as a share. */
const maxShare = 0.015
/** A square differs if one of its channels does by more, of 255. */
const maxDistance = 50
const types: Record<string, string> = { svg: 'image/svg+xml', jpg: 'image/jpeg' }
export const typeOf = ({ name }: RealFile) => {
  const ending = name.split('.').at(-1) ?? ''
  return types[ending] ?? `image/${ending}`
}

const reasons = new Set<string>([errorCatalogue.image_cut_off.text, errorCatalogue.image_empty.text])

/** Whether the sentence of a refusal names the reason, and what to do. */
export const isReason = (text: string): boolean =>
  reasons.has(text) ||
  /^This SVG contains .* Export PNG or PDF\.$/.test(text) ||
  /^(?:\S+|12-bit JPEG) files are not supported\. Export PNG or JPEG\.$/.test(text)

/** Says by how much a stored picture differs from what a browser shows of its file; null if it does not, and if the browser
 *  shows nothing: then it decides nothing. */
export async function differenceFromBrowser(
  browser: Browser,
  file: RealFile,
  stored: Buffer,
): Promise<string | null> {
  const { width, height } = await sharp(stored).metadata()
  const shown = await shownBy(browser, file, { width, height })
  const share = shown ? await difference(shown, stored) : 0
  return share > maxShare ? `${file.name} differs in ${(share * 100).toFixed(1)} %` : null
}

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
    const isShown = await page.evaluate<boolean>('document.images[0].naturalWidth > 0')
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
  let count = 0
  for (let at = 0; at < one.length; at += 3) {
    const isFar = [0, 1, 2].some(
      (channel) => Math.abs((one[at + channel] ?? 0) - (other[at + channel] ?? 0)) > maxDistance,
    )
    if (isFar) count += 1
  }
  return count / (one.length / 3)
}
