import * as designsApi from '@pinmark/shared/api/designs'
import type { PageList } from '@pinmark/shared/entities/pages'
import { m } from '@pinmark/words/messages'
import { formatList } from './format'
import { uploadForm } from './upload'

/** The pages of a PDF, as the server reads them. No browser loads a library for it, and nothing is stored.
 *  @throws AppError, NetworkError, UploadCancelled */
export async function readPages(file: File, signal: AbortSignal): Promise<PageList> {
  const form = new FormData()
  form.append('image', file)
  const { data } = await uploadForm(designsApi.listPages, {}, form, { signal, onProgress: () => undefined })
  return data
}

/** Says which parts of the pages are missing, and why; null if none are. */
export function missingPartsNote({ pages }: PageList): string | null {
  const pagesThat = (lack: (page: PageList['pages'][number]) => boolean) => {
    const found = pages.flatMap((page, index) => (lack(page) ? [index + 1] : []))
    return found.length > 0 && { count: found.length, pages: formatList(found.map(String)) }
  }
  const fonts = [...new Set(pages.flatMap(({ missingFonts }) => missingFonts))]
  const lackFonts = pagesThat(({ missingFonts }) => missingFonts.length > 0)
  const lackAnnotations = pagesThat((page) => page.lacksAnnotations)
  const text = lackFonts && m.pdf_fonts_missing({ ...lackFonts, fonts: formatList(fonts) })
  const annotations = lackAnnotations && m.pdf_annotations_missing(lackAnnotations)
  if (text && annotations) return m.two_sentences({ first: text, second: annotations })
  return text || annotations || null
}
