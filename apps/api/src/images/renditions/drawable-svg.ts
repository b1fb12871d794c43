import { AppError } from '@pinmark/shared/errors'
import type { undrawable } from '@pinmark/shared/messages'
import { readSvgHead, type SvgHead } from '@pinmark/shared/svg-head'

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
const notDrawable: [what: Undrawable, ...signs: RegExp[]][] = [
  ['HTML text', /<(?:[\w.-]+:)?foreignObject[\s>/]/],
  ['text on a path', /<(?:[\w.-]+:)?textPath[\s>/]/],
  ['an animation', /<(?:[\w.-]+:)?(?:animate(?:Transform|Motion)?|set)[\s>/]|@keyframes\b/],
  ['a font', /@font-face\b/],
  ['CSS variables', /\bvar\(\s*--/],
  [
    'text in single positions',
    /<(?:[\w.-]+:)?(?:text|tspan)\b[^>]{0,2000}\s(?:(?:[xy]|d[xy]|rotate)\s*=\s*["']\s*[\w.+-]+[\s,]+[\w.+-]|rotate\s*=\s*["']\s*[+-]?\.?[1-9])/,
  ],
  ['stretched text', /\stextLength\s*=/],
  [
    'CSS',
    /@(?:media|supports|layer|container|property|namespace)\b|:(?:is|where|has)\(|\b(?:calc|min|max|clamp|oklch|oklab|lch|lab|color-mix|light-dark)\(|\b(?:rgba?|hsla?)\(\s*from\b/,
    /[;{"'\s](?:clip-path\s*(?::|=\s*["'])\s*(?:circle|ellipse|polygon|inset|path|rect|xywh)\(|mask(?:-image)?\s*:\s*(?:[\w-]+-)?gradient\(|(?:translate|rotate|scale|d|offset-path)\s*:\s*(?!none)|transform-(?:origin|box)\s*[:=]|text-transform\s*:\s*(?!none)|text-shadow\s*:\s*(?!none)|inline-size\s*:\s*[1-9])/,
    /^<(?:[\w.-]+:)?svg\b[^>]{0,5000}\sstyle\s*=\s*["'][^"']*(?:(?<!enable-)background|border|outline|padding|width|height)[\w-]*\s*:/,
    // The background of the root in a rule, and rules that depend on the medium.
    /(?:\bsvg|:root|\*|#[\w-]+)\s*\{[^{}<]{0,1000}(?<![\w-])background(?:-color|-image)?\s*:|<style\b[^>]{0,200}\smedia\s*=\s*["'](?!\s*(?:all|screen)\s*["'])|\bcolor-scheme\s*:[^;"'}]{0,100}dark/,
    // librsvg drops the whole declaration.
    /\btransform\s*:[^;"'}]{0,500}(?:3d\(|%|\d(?:em|rem|ch|ex)\b|(?:rotate|translate|scale)[XYZ]\([^)]*\)\s*(?:rotate|translate|scale)Z|rotate[XYZ]\(|(?:translate|scale)Z\(|perspective\()|\bmask\s*:\s*url\([^)]{0,500}\)\s+[^;"'}\s!]/,
    /<(?:[\w.-]+:)?symbol\b[^>]{0,2000}\s(?:width|height)\s*=|\sin2?\s*=\s*["']Background(?:Image|Alpha)["']|\bfont-kerning\s*:\s*none|\btext-orientation\s*:\s*upright|\bfont-size\s*[:=]\s*["']?\s*(?:x{0,3}-?(?:small|large)|medium)\b/,
    // Values that also stand in attributes.
    /\b(?:vector-effect\s*[:=]\s*["']?\s*non-scaling-stroke|pathLength\s*=|word-spacing\s*[:=]\s*["']?\s*[^\s"'0n]|font-variant(?:-caps)?\s*[:=]\s*["']?\s*small-caps|baseline-shift\s*[:=]\s*["']?\s*su|(?:dominant|alignment)-baseline\s*[:=]\s*["']?\s*(?:hanging|text-|before-|after-)|alignment-baseline\s*[:=]\s*["']?\s*(?:middle|central))/,
    /[:=]\s*["']?\s*[\d.]+(?:vw|vh|vmin|vmax|rem|ch|ex)\b|=\s*["']\s*color\(/,
    /\b(?:fill|stroke|color)\s*[:=]\s*["']?\s*(?:Canvas|Highlight|Field|Mark|AccentColor|Button(?:Face|Border)|LinkText|GrayText)(?:Text)?\b/,
    /\bfilter\s*[:=][^;"']{1,500}\b(?:hue-rotate|grayscale|brightness|contrast|saturate|sepia|invert)\(/,
    // Parts of the drawing and pictures in a filter. Of a picture, the data was removed above.
    /<(?:[\w.-]+:)?feImage\b[^>]{0,500}\s(?:xlink:)?href\s*=\s*["'](?:#|["'])/,
    // Nested rules.
    /\{[^{}<]{0,2000}\{/,
    /\bmask-image\s*:\s*url\(|\bplus-lighter\b|\bfont-size-adjust\s*:\s*(?!none)|^<(?:[\w.-]+:)?svg\b[^>]{0,5000}\stransform\s*=/,
    // Browsers ignore lengths and angles in CSS that have no unit.
    /\btransform\s*:[^;"'}]{0,500}(?:translate|rotate|skew)[XY]?\([^)]{0,100}[1-9.]\d*\s*[,)]/,
    // A colour without another one before it, which librsvg would show.
    /(?<![\w-])(fill|stroke|(?:stop-|flood-)?color)(?<!\1\s*:[^;"'{}]{1,200};\s*\1)\s*:\s*color\(/,
    // A picture with one side, whose other one follows from its proportions.
    /<(?:[\w.-]+:)?image\b(?:(?=[^>]{0,2000}\swidth\s*=)(?![^>]{0,2000}\sheight\s*[=:])|(?=[^>]{0,2000}\sheight\s*=)(?![^>]{0,2000}\swidth\s*[=:]))/,
    // Spaces in a row, without the attribute for them.
    /^(?![^]*\sxml:space\s*=\s*["']preserve)(?=[^]*\bwhite-space\s*:\s*(?:pre|break-spaces))[^]*<(?:[\w.-]+:)?t(?:ext|span)\b[^>]*>[^<]*\S\s{2,}\S/,
  ],
  ['a choice of languages', /\ssystemLanguage\s*=/],
  ['a lighting filter', /<(?:[\w.-]+:)?fe(?:Diffuse|Specular)Lighting[\s>/]/],
  // librsvg drops a line with its colour or its style.
  ['underlined text', underlined, /\btext-decoration\s*:\s*(?!none)[\w-]+\s+[^;"'}\s!]/],
  ['a gradient in linear light', /\scolor-interpolation\s*=\s*["']linearRGB/],
]

/** The same drawing in UTF-8, without what precedes its root.
 *  @throws AppError image_not_supported, svg_not_drawable */
export function drawableSvg(upload: Uint8Array): DrawableSvg {
  const head = readSvgHead(upload)
  if (!head) throw new AppError('image_not_supported')
  const text = new TextDecoder(head.encoding).decode(upload)
  const source = text.slice(head.rootAt)
  const what = problemOf(source)
  if (what) throw new AppError('svg_not_drawable', { params: { what } })
  const sized = withTextSize(withSize(inPixels(source), head), head)
  const root = withIsolation(sized.replace(requiredFeatures, ''))
  const { doctype } = head
  const definitions = doctype ? text.slice(doctype.start, doctype.end) : ''
  return {
    // Not joined as text: it may have megabytes, and the heap of the worker is small.
    svg: Buffer.concat([Buffer.from(rootSign + definitions), Buffer.from(root)]),
    // Without entities, which could expand beyond every limit.
    isUnlimited: root.length > maxTextLength && doctype === null,
  }
}

/** Browsers ignore what librsvg takes as a condition. */
const requiredFeatures = /\srequiredFeatures\s*=\s*(?:"[^"]*"|'[^']*')/g

const pixelsPer: Record<string, number> = {
  ...{ in: 96, pc: 16, pt: 96 / 72 },
  ...{ cm: 96 / 2.54, mm: 96 / 25.4, q: 96 / 101.6 },
}
const length = /(?<=[\s:=,("'])([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)(in|pc|pt|cm|mm|q)(?=[\s;,)"'}!/])/gi
const styleOrTag = /<(?:[\w.-]+:)?style\b[^>]*>[^]*?<\/|<[a-z][^>]*>/gi

/** The same drawing with absolute lengths in CSS pixels. libvips enlarges a drawing by its resolution, in which such a length
 *  would grow twice. */
function inPixels(root: string): string {
  return root.replace(styleOrTag, (part) =>
    part.replace(length, (_all, number: string, unit: string) => {
      const pixels = Number(number) * (pixelsPer[unit.toLowerCase()] ?? 1)
      return `${Number(pixels.toFixed(4))}px`
    }),
  )
}

/** A root with a size. Without a view box, librsvg draws one without a size as large as its content. */
function withSize(root: string, { attributes }: SvgHead): string {
  const [, , width = 0, height = 0] = (attributes.get('viewBox') ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(Number)
  if (width > 0 && height > 0) return root
  return Object.entries(sizeInBrowsers).reduce((sized, [side, length]) => {
    if (/^\s*\+?[\d.]+(?:e[+-]?\d+)?(?:px|in|pc|pt|cm|mm|q|em)?\s*$/i.test(attributes.get(side) ?? ''))
      return sized
    const bare = attributes.has(side)
      ? sized.replace(new RegExp(`\\s${side}\\s*=\\s*(?:"[^"]*"|'[^']*')`), '')
      : sized
    return bare.replace(rootName, `$& ${side}="${length}"`)
  }, root)
}
/** The size of an image without one, in CSS pixels. */
const sizeInBrowsers = { width: 300, height: 150 }
const rootName = /^<(?:[\w.-]+:)?svg/

/** The initial size of text in browsers. librsvg has another one. */
function withTextSize(root: string, { attributes }: SvgHead): string {
  return attributes.has('font-size') ? root : root.replace(rootName, '$& font-size="16"')
}

/** Browsers blend nothing inside a clipped element with what is behind it. librsvg has to be told. */
function withIsolation(root: string): string {
  if (!root.includes('mix-blend-mode')) return root
  return root
    .replace(/(?<![\w-])clip-path\s*:\s*url\(/g, 'isolation:isolate;$&')
    .replace(/^<((?:[\w.-]+:)?)svg\b[^>]*>/, '$&<$1style>[clip-path]{isolation:isolate}</$1style>')
}

function problemOf(root: string): Undrawable | undefined {
  // Comments may contain anything, and pictures are long.
  const code = withoutComments(root).replace(/(["'(])data:[^"')]*/g, '$1')
  const [found] = notDrawable.find(([, ...signs]) => signs.some((sign) => sign.test(code))) ?? []
  return found ?? textProblem(code) ?? pictureProblem(root) ?? nestedProblem(root)
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

const nested = /(["'])\s*data:image\/svg\+xml([^,"']{0,100}),([^]*?)\1/g
const signs: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&apos;': "'", '&amp;': '&' }

/** The same about the drawings inside. */
function nestedProblem(root: string): Undrawable | undefined {
  for (const [, , options = '', content = ''] of root.matchAll(nested)) {
    const problem = problemOf(
      /;\s*base64\s*$/.test(options)
        ? Buffer.from(content, 'base64').toString()
        : content
            .replace(/&\w+;/g, (sign) => signs[sign] ?? sign)
            .replace(/%([\da-f]{2})/gi, (_all, hex: string) =>
              String.fromCodePoint(Number.parseInt(hex, 16)),
            ),
    )
    if (problem) return problem
  }
  return undefined
}
