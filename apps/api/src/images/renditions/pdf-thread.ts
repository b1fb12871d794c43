import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import sharp from 'sharp'
import { AppError } from '@pinmark/shared/errors'
import { workerFile } from '../../base/worker-file'
import type { Pixels } from './decode-image'
import type { PdfResult, PdfTask, RawPicture } from './pdf'
import type { PageList } from './renditions'
import type { ReadLine } from './text-lines'

/** Draws one page of a PDF, and reads its text.
 *  @throws AppError pdf_locked, pdf_not_readable, too_many_pixels */
export async function drawPage(
  bytes: Uint8Array,
  page: number,
): Promise<{ pixels: Pixels; lines: ReadLine[] }> {
  const result = await inThread(bytes, { kind: 'page', page })
  if (!('drawn' in result)) throw new Error('the thread returned the result of another task')
  const { drawn, missingFonts, lacksAnnotations, lines } = result
  const warnings: string[] = []
  if (missingFonts.length > 0) {
    const fonts = missingFonts.join(', ')
    warnings.push(`Text in ${fonts} is missing, because the PDF does not contain the font.`)
  }
  if (lacksAnnotations)
    warnings.push('Annotations are missing, because the PDF does not contain how they look.')
  const pixels = pixelsOf(drawn)
  return { pixels: warnings.length > 0 ? { ...pixels, warning: warnings.join(' ') } : pixels, lines }
}

/** Counts and measures the pages of a PDF.
 *  @throws AppError pdf_locked, pdf_not_readable */
export async function listPages(bytes: Uint8Array, hasPictures: boolean): Promise<PageList> {
  const result = await inThread(bytes, { kind: 'list', hasPictures })
  if (!('pages' in result)) throw new Error('the thread returned the result of another task')
  const pages = await Promise.all(
    result.pages.map(async ({ picture, ...page }) => ({
      ...page,
      picture: picture && (await dataUrlOf(pixelsOf(picture))),
    })),
  )
  return { count: result.count, pages }
}

/** A separate thread for each document. Its memory is freed with it, and nothing of one document is left for
 *  the next. */
async function inThread(bytes: Uint8Array, task: PdfTask) {
  const { path, execArgv } = workerFile('images/renditions/pdf')
  const thread = new Worker(path, {
    execArgv,
    env: {},
    workerData: { bytes, task },
    resourceLimits: { maxOldGenerationSizeMb: 64 },
  })
  try {
    const [result]: PdfResult[] = await Promise.race([once(thread, 'message'), endOf(thread)])
    if (!result) throw new Error('the thread returned nothing')
    if ('refused' in result) throw new AppError(result.refused, { cause: new Error(result.detail) })
    return result
  } finally {
    await thread.terminate()
  }
}

/** @throws AppError pdf_not_readable */
async function endOf(thread: Worker): Promise<never> {
  const cause = await once(thread, 'exit').catch((error: unknown) => error)
  throw new AppError('pdf_not_readable', { cause })
}

function pixelsOf({ data, width, height }: RawPicture): Pixels {
  return { data: Buffer.from(data.buffer), width, height, channels: 3 }
}

async function dataUrlOf({ data, width, height, channels }: Pixels): Promise<string> {
  const bytes = await sharp(data, { raw: { width, height, channels } }).webp({ quality: 70 }).toBuffer()
  return `data:image/webp;base64,${bytes.toString('base64')}`
}
