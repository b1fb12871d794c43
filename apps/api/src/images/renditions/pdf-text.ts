import type { PDFiumModule } from '@hyzyla/pdfium'
import { textLimits } from '@pinmark/shared/text-limits'
import { type DrawnPicture, type Edges, isShown, joinEdges, LineCollector, type ReadLine } from './text-lines'

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
  _FPDFText_GetCharBox: (
    text: number,
    at: number,
    left: number,
    right: number,
    bottom: number,
    top: number,
  ) => number
  _FPDF_PageToDevice: (
    page: number,
    x: number,
    y: number,
    width: number,
    height: number,
    rotate: number,
    pageX: number,
    pageY: number,
    deviceX: number,
    deviceY: number,
  ) => number
}

/** A line ends where the next letter is further away than this, in sizes of its letters: columns are lines of their own. */
const maxGap = 1
/** PDFium's sign for a hyphen at the end of a line. */
const lineHyphen = 2
/** Whole pixels of a page are too coarse for a letter, so it is asked for in parts of them. */
const parts = 16

interface Line {
  text: string
  edges: Edges
  size: number
  last: Edges
}

/** The lines of text that a drawn page shows.
 *  @param index of the page, 0 for the first
 *  @param drawn the picture of the whole page */
export function readPdfLines(
  pdfium: TextOfPdfium,
  document: number,
  index: number,
  drawn: DrawnPicture,
): ReadLine[] {
  const found = new LineCollector('pdf', drawn)
  const page = pdfium._FPDF_LoadPage(document, index)
  if (page === 0) return []
  const text = pdfium._FPDFText_LoadPage(page)
  const box = pdfium.wasmExports.malloc(boxBytes)
  const edgesOf = edgesReader(pdfium, { page, text, box }, drawn)
  let line: Line | null = null
  let hasSpace = false
  const end = () => {
    if (line) found.add(line.text, line.edges)
    line = null
  }
  const count = Math.min(pdfium._FPDFText_CountChars(text), 2 * textLimits.lettersInAll)
  for (let at = 0; at < count && !found.isFull; at += 1) {
    const code = pdfium._FPDFText_GetUnicode(text, at)
    const letter = code === lineHyphen ? '-' : String.fromCodePoint(Math.min(code, 0x10_ff_ff))
    if (letter === '\n' || letter === '\r') end()
    if (/\s/.test(letter)) hasSpace = true
    if (/[\s\0]/.test(letter)) continue
    const edges = edgesOf(at)
    if (!edges || !isShown(drawn, edges)) continue
    const size = Math.max(edges.right - edges.left, edges.bottom - edges.top)
    if (line && distance(line.last, edges) > maxGap * Math.max(size, line.size)) end()
    line = line
      ? {
          text: line.text + (hasSpace ? ' ' : '') + letter,
          edges: joinEdges(line.edges, edges),
          size: Math.max(line.size, size),
          last: edges,
        }
      : { text: letter, edges, size, last: edges }
    hasSpace = false
  }
  end()
  pdfium.wasmExports.free(box)
  pdfium._FPDFText_ClosePage(text)
  pdfium._FPDF_ClosePage(page)
  return found.lines
}

function distance(one: Edges, other: Edges): number {
  const across = Math.max(one.left - other.right, other.left - one.right, 0)
  const down = Math.max(one.top - other.bottom, other.top - one.bottom, 0)
  return Math.max(across, down)
}

/** Four edges in units of the page, and a point in parts of pixels. */
const boxBytes = 40

/** The edges of each letter in pixels of the drawn page, with its rotation and its crop box.
 *  @param box room for `boxBytes` */
function edgesReader(
  pdfium: TextOfPdfium,
  { page, text, box }: { page: number; text: number; box: number },
  { width, height }: Pick<DrawnPicture, 'width' | 'height'>,
): (at: number) => Edges | null {
  const onPage = (x: number, y: number): [number, number] => {
    pdfium._FPDF_PageToDevice(page, 0, 0, width * parts, height * parts, 0, x, y, box + 32, box + 36)
    const [across = 0, down = 0] = new Int32Array(pdfium.HEAPU8.buffer.slice(box + 32, box + 40))
    return [across / parts, down / parts]
  }
  return (at) => {
    if (pdfium._FPDFText_GetCharBox(text, at, box, box + 8, box + 16, box + 24) === 0) return null
    const [left = 0, right = 0, bottom = 0, top = 0] = new Float64Array(
      pdfium.HEAPU8.buffer.slice(box, box + 32),
    )
    const [[x1, y1], [x2, y2]] = [onPage(left, top), onPage(right, bottom)]
    return {
      left: Math.min(x1, x2),
      top: Math.min(y1, y2),
      right: Math.max(x1, x2),
      bottom: Math.max(y1, y2),
    }
  }
}

/** Characters of a page that are looked at, and fonts that are named. */
const maxCharacters = 20_000
const maxNames = 10
const maxNameBytes = 200
/** FPDF_TEXTRENDERMODE_INVISIBLE, for the text behind a scanned page. */
const invisible = 3
const space = 0x20
/** PDFium has these fonts itself. */
const standardFonts = /^(?:Helvetica|Times|Courier|Symbol|ZapfDingbats)/

/** Fonts of signs, for which PDFium draws the letters with the same codes. */
const signFonts = /^(?:(?:Wing|Web)dings|SymbolMT)/

/** Names of the fonts of a page that are not in the document, and for which PDFium has no substitute with these letters or
 *  signs. It draws nothing or something else in their place.
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
    if (pdfium._FPDFFont_GetIsEmbedded(font) !== 0) continue
    const name = nameOf(pdfium, font)
    if (signFonts.test(name) && character > space) names.add(name)
    if (!isLetter(character) || pdfium._FPDFText_HasUnicodeMapError(text, at) === 1) continue
    if (pdfium._FPDFFont_GetGlyphPath(font, character, 20) !== 0) continue
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
