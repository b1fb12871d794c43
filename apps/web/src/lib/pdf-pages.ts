import * as designsApi from '@pinmark/shared/api/designs'
import type { PageList } from '@pinmark/shared/entities/pages'
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
  const where = found.length === 1 ? `Page ${found[0]}` : `Pages ${listed(found.map(String))}`
  return `${where}: text in ${listed(fonts)} is missing, because the PDF does not contain the font. Embed fonts when you export it.`
}

function listed(words: readonly string[]): string {
  return words.length < 2 ? words.join() : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`
}
