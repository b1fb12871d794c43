import type { PDFiumModule } from '@hyzyla/pdfium'

/** Members that the types of the package omit. */
export type TextOfPdfium = Awaited<ReturnType<typeof PDFiumModule>> & {
  _FPDFText_GetUnicode: (text: number, at: number) => number
  _FPDFText_HasUnicodeMapError: (text: number, at: number) => number
  _FPDFText_GetTextObject: (text: number, at: number) => number
  _FPDFTextObj_GetFont: (object: number) => number
  _FPDFTextObj_GetTextRenderMode: (object: number) => number
  _FPDFFont_GetBaseFontName: (font: number, buffer: number, length: number) => number
  _FPDFFont_GetIsEmbedded: (font: number) => number
  _FPDFFont_GetGlyphPath: (font: number, character: number, size: number) => number
}

/** Characters of a page that are looked at, and fonts that are named. */
const maxCharacters = 20_000
const maxNames = 10
const maxNameBytes = 200
/** FPDF_TEXTRENDERMODE_INVISIBLE, for the text behind a scanned page. */
const invisible = 3
/** PDFium has these fonts itself. */
const standardFonts = /^(?:Helvetica|Times|Courier|Symbol|ZapfDingbats)/

/** Names of the fonts of a page that are not in the document, and for which PDFium has no substitute with these letters. It
 *  draws nothing in their place.
 *  @param index of the page, 0 for the first */
export function findMissingFonts(pdfium: TextOfPdfium, document: number, index: number): string[] {
  const page = pdfium._FPDF_LoadPage(document, index)
  if (page === 0) return []
  const text = pdfium._FPDFText_LoadPage(page)
  const names = new Set<string>()
  const seen = new Set<string>()
  const count = Math.min(pdfium._FPDFText_CountChars(text), maxCharacters)
  for (let at = 0; at < count && names.size < maxNames; at += 1) {
    const object = pdfium._FPDFText_GetTextObject(text, at)
    const font = object && pdfium._FPDFTextObj_GetFont(object)
    const character = pdfium._FPDFText_GetUnicode(text, at)
    const key = `${font} ${character}`
    if (font === 0 || seen.has(key)) continue
    seen.add(key)
    if (pdfium._FPDFTextObj_GetTextRenderMode(object) === invisible) continue
    if (!isLetter(character) || pdfium._FPDFText_HasUnicodeMapError(text, at) === 1) continue
    if (
      pdfium._FPDFFont_GetIsEmbedded(font) !== 0 ||
      pdfium._FPDFFont_GetGlyphPath(font, character, 20) !== 0
    )
      continue
    const name = nameOf(pdfium, font)
    // Letters of a font without a name (Type 3) are drawings.
    if (name !== '' && !standardFonts.test(name)) names.add(name)
  }
  pdfium._FPDFText_ClosePage(text)
  pdfium._FPDF_ClosePage(page)
  return [...names]
}

function isLetter(character: number): boolean {
  return character <= 0x10_ff_ff && /[\p{L}\p{N}]/u.test(String.fromCodePoint(character))
}

/** Without the mark of a subset, such as `ABCDEF+`. */
function nameOf(pdfium: TextOfPdfium, font: number): string {
  const at = pdfium.wasmExports.malloc(maxNameBytes)
  const length = pdfium._FPDFFont_GetBaseFontName(font, at, maxNameBytes)
  const bytes = pdfium.HEAPU8.slice(at, at + Math.min(maxNameBytes, Math.max(0, length - 1)))
  pdfium.wasmExports.free(at)
  const name = Buffer.from(bytes)
    .toString('latin1')
    .replace(/^[A-Z]{6}\+/, '')
  return name.replace(/[^\x20-\x7e]/g, '?').slice(0, 60)
}
