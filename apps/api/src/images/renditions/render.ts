import { startRenderProcess } from './render-process'
import { imageRenderer } from './renderer'
import { AppError } from '@pinmark/shared/errors'
import { limits } from '@pinmark/shared/limits'
import type { Waiter } from '../../base/fair-slots'
import { sniffImage } from './sniff'

/** The only renderer of this process, with the limits of the security model. */
const renderer = imageRenderer({
  slots: 2,
  maxWaiting: 16,
  memoryBytes: 64 * 1024 * 1024,
  maxCpuMs: 10_000,
  timeoutMs: 30_000,
  idleMs: 30_000,
  start: startRenderProcess,
})

export const renderImage = renderer.render
export const { cutSpots, drawPins, followPlaces, listChanges, listPages, measureDifferences } = renderer
export const warmRenderer = renderer.warm
/** Uploads that are being prepared, and those that wait. */
export const rendererLoad = renderer.load
export const stopRenderer = renderer.stop

/** The pages of an upload that become designs: the chosen ones, or all. Null if the upload is not a PDF.
 *  @param chosen as in `pagesQuerySchema`
 *  @throws AppError too_many_pages, one_page_expected, page_not_found, and what `listPages` and `sniffImage`
 *  say */
export async function choosePages(
  bytes: Buffer,
  chosen: string | undefined,
  waiter: Waiter,
  { max = limits.pagesAtOnce }: { max?: number } = {},
): Promise<{ pages: number[]; count: number } | null> {
  if (sniffImage(bytes) !== 'pdf') return null
  const { count } = await listPages(bytes, waiter, { hasPictures: false })
  const pages = new Set<number>()
  for (const range of (chosen ?? `1-${count}`).split(',')) {
    const [first = 0, last = first] = range.split('-').map(Number)
    for (let page = first; page <= last; page += 1) {
      if (page > count) throw new AppError('page_not_found', { params: { page, last: count } })
      pages.add(page)
      if (pages.size > max) throw tooMany(max, count)
    }
  }
  if (pages.size === 0) throw new AppError('pages_not_valid')
  return { pages: [...pages], count }
}

function tooMany(max: number, count: number): AppError {
  return max === 1
    ? new AppError('one_page_expected', { params: { count } })
    : new AppError('too_many_pages', { params: { limit: max } })
}
