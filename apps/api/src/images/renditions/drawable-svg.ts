import type { PDFiumModule } from '@hyzyla/pdfium'
import { AppError } from '@pinmark/shared/errors'
import type { undrawable } from '@pinmark/shared/messages'
import { readSvgHead } from '@pinmark/shared/svg-head'

/** Prepares an SVG for librsvg. */

export interface DrawableSvg {
  svg: Buffer
  /** Whether it has texts beyond the limit of libxml2, which are embedded pictures. */
  isUnlimited: boolean
}

/** XML_MAX_TEXT_LENGTH of libxml2. */
const maxTextLength = 10_000_000
/** libvips looks for the root in the first 1,000 bytes alone. */
const rootSign = '<!--<svg -->'

type Undrawable = (typeof undrawable)[number]

/** librsvg does not hand lines down to the parts of a text. */
const line = String.raw`text-decoration(?:-line)?\s*[=:]\s*["']?\s*(?:underline|overline|line-through)`
const underlined = new RegExp(
  String.raw`<(?:[\w.-]+:)?(?:text\b[^>]{0,2000}\b${line}[^>]{0,2000}>[^<]{0,2000}<(?!/)|(?:g|svg|a)\b[^>]{0,2000}\b${line})|\{[^{}"'<]{0,500}\b${line}`,
)

/** What librsvg does not draw as browsers do. Measured with `trials/browser/specs/every-file.spec.ts`; text of other fonts is no
 *  difference. */
const notDrawable: [what: Undrawable, sign: RegExp][] = [
  ['HTML text', /<(?:[\w.-]+:)?foreignObject[\s>/]/],
  ['text on a path', /<(?:[\w.-]+:)?textPath[\s>/]/],
  ['an animation', /<(?:[\w.-]+:)?(?:animate(?:Transform|Motion)?|set)[\s>/]|@keyframes\b/],
  ['a font', /@font-face\b/],
  ['CSS variables', /\bvar\(\s*--/],
  [
    'text in single positions',
    /<(?:[\w.-]+:)?(?:text|tspan)\b[^>]{0,2000}\s(?:[xy]|d[xy]|rotate)\s*=\s*["']\s*[\w.+-]+[\s,]+[\w.+-]/,
  ],
  ['stretched text', /\stextLength\s*=/],
  [
    'CSS',
    /@(?:media|supports|layer|container|property)\b|:(?:is|where|has)\(|\b(?:calc|min|max|clamp|oklch|oklab|lch|lab|color-mix|light-dark)\(|\b(?:rgba?|hsla?)\(\s*from\b/,
  ],
  [
    'CSS',
    /[;{"'\s](?:clip-path\s*(?::|=\s*["'])\s*(?:circle|ellipse|polygon|inset|path|rect|xywh)\(|mask(?:-image)?\s*:\s*(?:[\w-]+-)?gradient\(|(?:translate|rotate|scale|d|offset-path)\s*:\s*(?!none)|transform-(?:origin|box)\s*[:=]|text-transform\s*:\s*(?!none)|text-shadow\s*:\s*(?!none)|inline-size\s*:\s*[1-9])/,
  ],
  [
    'CSS',
    /^<(?:[\w.-]+:)?svg\b[^>]{0,5000}\sstyle\s*=\s*["'][^"']*(?:background|border|outline|padding|width|height)[\w-]*\s*:/,
  ],
  // Values that also stand in attributes.
  [
    'CSS',
    /\b(?:vector-effect\s*[:=]\s*["']?\s*non-scaling-stroke|pathLength\s*=|word-spacing\s*[:=]\s*["']?\s*[^\s"'0n]|font-variant(?:-caps)?\s*[:=]\s*["']?\s*small-caps|baseline-shift\s*[:=]\s*["']?\s*su|(?:dominant|alignment)-baseline\s*[:=]\s*["']?\s*(?:hanging|text-|before-|after-)|alignment-baseline\s*[:=]\s*["']?\s*(?:middle|central))/,
  ],
  ['CSS', /[:=]\s*["']?\s*[\d.]+(?:vw|vh|vmin|vmax|rem)\b|=\s*["']\s*color\(/],
  [
    'CSS',
    /\b(?:fill|stroke|color)\s*[:=]\s*["']?\s*(?:Canvas|Highlight|Field|Mark|AccentColor|Button(?:Face|Border)|LinkText|GrayText)(?:Text)?\b/,
  ],
  [
    'CSS',
    /\bfilter\s*[:=][^;"']{1,500}\b(?:hue-rotate|grayscale|brightness|contrast|saturate|sepia|invert)\(/,
  ],
  ['CSS', /<(?:[\w.-]+:)?feImage\b[^>]{0,500}\shref\s*=\s*["']#/],
  // Nested rules.
  ['CSS', /\{[^{}<]{0,2000}\{/],
  ['CSS', /\bmask-image\s*:\s*url\(|\bplus-lighter\b/],
  ['a lighting filter', /<(?:[\w.-]+:)?fe(?:Diffuse|Specular)Lighting[\s>/]/],
  ['underlined text', underlined],
  ['a gradient in linear light', /\scolor-interpolation\s*=\s*["']linearRGB/],
]

/** The same drawing in UTF-8, without what precedes its root.
 *  @throws AppError image_not_supported, svg_not_drawable */
export function drawableSvg(upload: Uint8Array): DrawableSvg {
  const head = readSvgHead(upload)
  if (!head) throw new AppError('image_not_supported')
  const text = new TextDecoder(head.encoding).decode(upload)
  const root = text.slice(head.rootAt)
  checkDrawable(root)
  const { doctype } = head
  const definitions = doctype ? text.slice(doctype.start, doctype.end) : ''
  return {
    // Not joined as text: it may have megabytes, and the heap of the worker is small.
    svg: Buffer.concat([Buffer.from(rootSign + definitions), Buffer.from(root)]),
    // Without entities, which could expand beyond every limit.
    isUnlimited: root.length > maxTextLength && doctype === null,
  }
}

/** @throws AppError svg_not_drawable */
function checkDrawable(root: string): void {
  // Comments may contain anything, and pictures are long.
  const code = withoutComments(root).replace(/(["'(])data:[^"')]*/g, '$1')
  const what =
    notDrawable.find(([, sign]) => sign.test(code))?.[0] ?? textProblem(code) ?? pictureProblem(root)
  if (what) throw new AppError('svg_not_drawable', { params: { what } })
}

function withoutComments(root: string): string {
  const [before = '', ...comments] = root.split('<!--')
  return before + comments.map((comment) => comment.slice(comment.indexOf('-->') + 3)).join('')
}

/** The server has fonts of these scripts: see the Dockerfile. */
const otherScript =
  /[^\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Hebrew}\p{Script=Common}\p{Script=Inherited}]|\p{Emoji_Presentation}/u

function textProblem(code: string): Undrawable | undefined {
  const texts = code
    .replace(/<(?:title|desc|metadata|style)\b[^>]*>[^<]*/g, '')
    .replace(/<[^>]*>/g, '')
    .replace(/&#(?:x([\da-f]{1,6})|(\d{1,7}));/gi, (_all, hex?: string, decimal?: string) => {
      const point = hex ? Number.parseInt(hex, 16) : Number(decimal)
      return point <= 0x10_ff_ff ? String.fromCodePoint(point) : ''
    })
  return otherScript.test(texts) ? 'text of a script' : undefined
}

/** The beginnings of pictures in base64. librsvg draws what is as it is labelled, and no other types. */
const drawablePictures: Record<string, string> = { png: 'iVBORw0KGgo', jpeg: '/9j/', jpg: '/9j/' }

function pictureProblem(root: string): Undrawable | undefined {
  const pictures = root.matchAll(/["'(]\s*data:image\/([\w.+-]*)[^,"')]{0,100},\s*([\w+/]{0,12})/g)
  const areDrawable = [...pictures].every(([, type = '', beginning = '']) => {
    if (type === 'svg+xml') return true
    const expected = drawablePictures[type]
    return expected !== undefined && beginning.startsWith(expected)
  })
  return areDrawable ? undefined : 'a picture of a type'
}

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
