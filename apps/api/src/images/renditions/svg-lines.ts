import { readSvgHead, type SvgHead } from '@pinmark/shared/svg-head'
import { type DrawnPicture, isShown, LineCollector, type ReadLine } from './text-lines'

// No renderer tells where it has drawn the text of an SVG, so its lines are placed here: by the positions, transformations
// and sizes of its elements, and by the usual widths of letters.

/** Longer files have no lines. What makes them long are pictures. */
const maxLength = 8_000_000
/** The element and its content show nothing, or elsewhere. */
const notShown = /^(?:defs|symbol|clipPath|mask|pattern|marker|title|desc|metadata|script|foreignObject)$/
/** Of a line of text in sizes of its font. */
const [ascent, descent] = [0.8, 0.22]

/** a, b, c, d, e and f of SVG's `matrix`. */
type Matrix = readonly [number, number, number, number, number, number]

interface Level {
  matrix: Matrix
  size: number
  anchor: string
  isHidden: boolean
  isText: boolean
}

interface Line {
  text: string
  x: number
  y: number
  advance: number
  level: Level
}

/** The lines of text that a drawn SVG shows. Not read are positions of single letters, text on a path, HTML, and texts that
 *  are used several times. */
export function readSvgLines(upload: Uint8Array, drawn: DrawnPicture): ReadLine[] {
  const head = readSvgHead(upload)
  if (!head || upload.length > maxLength) return []
  const code = new TextDecoder(head.encoding).decode(upload).slice(head.rootAt)
  if (!/<(?:[\w.-]+:)?text[\s>]/.test(code)) return []
  const rules = readRules(code)
  const found = new LineCollector('svg', drawn)
  const root = { matrix: rootMatrix(head, drawn), size: 16, anchor: 'start' }
  const levels: Level[] = [{ ...root, isHidden: false, isText: false }]
  let pen = { x: 0, y: 0 }
  let line: Line | null = null
  const end = () => {
    if (line) addLine(found, line, drawn)
    line = null
  }
  for (const [, closing, name = '', attributes = '', isEmpty, words = ''] of code.matchAll(tokens)) {
    const level = levels.at(-1)
    if (!level || found.isFull) break
    if (closing) {
      if (/^text$/.test(closing)) end()
      if (levels.length > 1) levels.pop()
    } else if (name) {
      const own = levelOf(name, attributes, level, rules)
      if (own.isText) {
        const { x, y, isNew } = positionOf(name, attributesOf(attributes), own.size, pen)
        if (isNew) end()
        pen = { x, y }
      }
      if (!isEmpty) levels.push(own)
    } else if (level.isText && !level.isHidden) {
      const text = unescaped(words).replace(/\s+/g, ' ')
      const shown: string = line ? text : text.trimStart()
      if (shown === '') continue
      const advance = widthOf(shown) * level.size
      const next: Line = line
        ? { ...line, text: line.text + shown, advance: line.advance + advance }
        : { text: shown, ...pen, advance, level }
      line = next
      pen = { ...pen, x: pen.x + advance }
    }
  }
  end()
  return found.lines
}

/** Comments and sections are left out; a tag with its attributes, or text. */
const tokens =
  /<!--[\s\S]*?-->|<!\[CDATA\[[\s\S]*?\]\]>|<\?[\s\S]*?\?>|<(?:\/(?:[\w.-]+:)?([\w.-]+)\s*|(?:[\w.-]+:)?([\w.-]+)((?:"[^"]*"|'[^']*'|[^"'<>/]|\/(?!>))*)(\/?))>|([^<]+)/g

function attributesOf(text: string): Map<string, string> {
  return new Map(
    [...text.matchAll(/([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)].map(([, name = '', double, single]) => [
      name,
      double ?? single ?? '',
    ]),
  )
}

/** The declarations of style sheets by their simple selector: an element, or `.` and a class. */
function readRules(code: string): Map<string, string> {
  const rules = new Map<string, string>()
  for (const [, sheet = ''] of code.matchAll(/<style\b[^>]*>([\s\S]*?)<\/style>/g)) {
    for (const [, selectors = '', declarations = ''] of sheet.matchAll(/([^{}]+)\{([^{}]*)\}/g)) {
      for (const selector of selectors.split(',')) {
        const key = selector.trim()
        rules.set(key, `${rules.get(key) ?? ''};${declarations}`)
      }
    }
  }
  return rules
}

function levelOf(name: string, text: string, outer: Level, rules: ReadonlyMap<string, string>): Level {
  const attributes = attributesOf(text)
  const classes = (attributes.get('class') ?? '').split(/\s+/)
  const style = [name, ...classes.map((one) => `.${one}`)].map((one) => rules.get(one) ?? '').join(';')
  const declarations = `${style};${attributes.get('style') ?? ''}`
  const valueOf = (property: string) =>
    [...declarations.matchAll(new RegExp(`(?:^|[;\\s])${property}\\s*:\\s*([^;]+)`, 'g'))]
      .at(-1)?.[1]
      ?.trim() ?? attributes.get(property)
  const isSheet = name === 'style'
  const hides =
    isSheet || notShown.test(name) || valueOf('display') === 'none' || valueOf('visibility') === 'hidden'
  return {
    matrix: times(outer.matrix, placingOf(name, attributes)),
    size: sizeOf(
      valueOf('font-size') ?? /(?:^|[;\s])font\s*:[^;]*?([\d.]+)px/.exec(declarations)?.[1],
      outer.size,
    ),
    anchor: valueOf('text-anchor') ?? outer.anchor,
    isHidden: outer.isHidden || hides,
    isText: name === 'text' || (outer.isText && (name === 'tspan' || name === 'a')),
  }
}

function sizeOf(value: string | undefined, outer: number): number {
  const [, number = '', unit = ''] = /^([\d.]+)\s*(px|pt|em|rem|%)?$/.exec(value ?? '') ?? []
  const factors: Record<string, number> = { pt: 4 / 3, em: outer, rem: 16, '%': outer / 100 }
  const size = Number(number) * (factors[unit] ?? 1)
  return size > 0 ? size : outer
}

/** Where the pen is after the attributes of a text or a part of one. */
function positionOf(
  name: string,
  attributes: ReadonlyMap<string, string>,
  size: number,
  pen: { x: number; y: number },
): { x: number; y: number; isNew: boolean } {
  const isStart = name === 'text'
  const lengthOf = (key: string) => {
    const [, number, unit] = /^\s*([-+\d.e]+)(em)?/.exec(attributes.get(key) ?? '') ?? []
    return number === undefined ? undefined : Number(number) * (unit ? size : 1)
  }
  const [x, y, dx = 0, dy = 0] = ['x', 'y', 'dx', 'dy'].map(lengthOf)
  return {
    x: (x ?? (isStart ? 0 : pen.x)) + dx,
    y: (y ?? (isStart ? 0 : pen.y)) + dy,
    isNew: isStart || x !== undefined || (y !== undefined && y !== pen.y) || Math.abs(dy) > size / 2,
  }
}

function addLine(found: LineCollector, { text, x, y, advance, level }: Line, drawn: DrawnPicture): void {
  const shift = { middle: 0.5, end: 1 }[level.anchor] ?? 0
  const left = x - shift * advance
  const [top, bottom] = [y - ascent * level.size, y + descent * level.size]
  const corners = [
    [left, top],
    [left + advance, top],
    [left, bottom],
    [left + advance, bottom],
  ].map(([across = 0, down = 0]) => at(level.matrix, across, down))
  const xs = corners.map(([across]) => across)
  const ys = corners.map(([, down]) => down)
  const edges = {
    left: Math.min(...xs),
    top: Math.min(...ys),
    right: Math.max(...xs),
    bottom: Math.max(...ys),
  }
  if (isShown(drawn, edges)) found.add(text, edges)
}

function at([a, b, c, d, e, f]: Matrix, x: number, y: number): [number, number] {
  return [a * x + c * y + e, b * x + d * y + f]
}

function times(one: Matrix, [a, b, c, d, e, f]: Matrix): Matrix {
  const [p, q, r, s] = one
  const [x, y] = at(one, e, f)
  return [p * a + r * b, q * a + s * b, p * c + r * d, q * c + s * d, x, y]
}

const same: Matrix = [1, 0, 0, 1, 0, 0]

/** From the units of the root to pixels of the picture. */
function rootMatrix(head: SvgHead, { width, height }: Pick<DrawnPicture, 'width' | 'height'>): Matrix {
  const [x = 0, y = 0, w = 0, h = 0] = (head.attributes.get('viewBox') ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(Number)
  if (!(w > 0 && h > 0)) {
    const own = Number.parseFloat(head.attributes.get('width') ?? '')
    const scale =
      own > 0 && /^\s*[\d.]+(?:px)?\s*$/.test(head.attributes.get('width') ?? '') ? width / own : 2
    return [scale, 0, 0, scale, 0, 0]
  }
  if (/^\s*none/.test(head.attributes.get('preserveAspectRatio') ?? ''))
    return [width / w, 0, 0, height / h, (-x * width) / w, (-y * height) / h]
  const scale = Math.min(width / w, height / h)
  return [scale, 0, 0, scale, (width - w * scale) / 2 - x * scale, (height - h * scale) / 2 - y * scale]
}

function placingOf(name: string, attributes: ReadonlyMap<string, string>): Matrix {
  const number = (key: string) => Number.parseFloat(attributes.get(key) ?? '0') || 0
  const inner: Matrix = name === 'svg' ? [1, 0, 0, 1, number('x'), number('y')] : same
  let matrix = inner
  for (const [, kind = '', list = ''] of (attributes.get('transform') ?? '').matchAll(/(\w+)\s*\(([^)]*)\)/g))
    matrix = times(
      matrix,
      transformOf(
        kind,
        list
          .trim()
          .split(/[\s,]+/)
          .map(Number),
      ),
    )
  return matrix.every(Number.isFinite) ? matrix : same
}

function transformOf(kind: string, [a = 0, b, c, d = 0, e = 0, f = 0]: number[]): Matrix {
  if (kind === 'matrix') return [a, b ?? 0, c ?? 0, d, e, f]
  if (kind === 'translate') return [1, 0, 0, 1, a, b ?? 0]
  if (kind === 'scale') return [a, 0, 0, b ?? a, 0, 0]
  const angle = (a * Math.PI) / 180
  if (kind === 'rotate') {
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
    const [x, y] = [b ?? 0, c ?? 0]
    return [cos, sin, -sin, cos, x - x * cos + y * sin, y - x * sin - y * cos]
  }
  if (kind === 'skewX') return [1, 0, Math.tan(angle), 1, 0, 0]
  return kind === 'skewY' ? [1, Math.tan(angle), 0, 1, 0, 0] : same
}

const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function unescaped(text: string): string {
  return text.replace(
    /&(?:#x([\da-f]{1,6})|#(\d{1,7})|(amp|lt|gt|quot|apos));/gi,
    (_all, hex, decimal, name) => {
      const point = hex ? Number.parseInt(hex, 16) : Number(decimal)
      return named[name] ?? (point <= 0x10_ff_ff ? String.fromCodePoint(point) : '')
    },
  )
}

/** The width of a text in sizes of its font: the average of sans-serif fonts. */
function widthOf(text: string): number {
  let width = 0
  for (const letter of text) {
    if (/[ijlI.,:;'|!]/.test(letter)) width += 0.27
    else if (/[\sftr()[\]/-]/.test(letter)) width += 0.33
    else if (/[mwMW@%]/.test(letter)) width += 0.86
    else if (/\p{Lu}/u.test(letter)) width += 0.67
    else
      width += /[\u1100-\u115F\u2E80-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFF01-\uFF60]/.test(letter) ? 1 : 0.54
  }
  return width
}
