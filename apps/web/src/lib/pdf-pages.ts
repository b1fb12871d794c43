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

/** Says which text is missing, and why; null if none is. */
export function missingTextNote({ pages }: PageList): string | null {
  const found = pages.flatMap(({ missingFonts }, index) => (missingFonts.length > 0 ? [index + 1] : []))
  if (found.length === 0) return null
  const fonts = [...new Set(pages.flatMap(({ missingFonts }) => missingFonts))]
  return m.pdf_fonts_missing({
    count: found.length,
    pages: formatList(found.map(String)),
    fonts: formatList(fonts),
  })
}
