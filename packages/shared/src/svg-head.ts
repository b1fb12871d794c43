/** Reads the beginning of an SVG: its encoding, and the start tag of its root. It parses no other part, and no entity. */

/** Browsers and Node have it. This package uses the types of neither. */
declare const TextDecoder: new (label: string) => {
  readonly encoding: string
  decode: (bytes: Uint8Array) => string
}

export interface SvgHead {
  /** As `TextDecoder` names it. */
  encoding: string
  /** Where the document type declaration starts and ends in the decoded text; null without one. */
  doctype: { start: number; end: number } | null
  /** Where the root starts in the decoded text. */
  rootAt: number
  attributes: ReadonlyMap<string, string>
}

/** A comment before the root may be long. Decoding this many bytes takes a few milliseconds. */
export const svgHeadBytes = 1024 * 1024
const usualHeadBytes = 16 * 1024

/** @returns null for a file that is not an SVG */
export function readSvgHead(bytes: Uint8Array): SvgHead | null {
  const encoding = encodingOf(bytes)
  if (encoding === null) return null
  for (const length of [usualHeadBytes, svgHeadBytes]) {
    const text = new TextDecoder(encoding).decode(bytes.subarray(0, length))
    const head = headOf(text)
    if (head) return { encoding, ...head }
    if (length >= bytes.length || !/^\s*</.test(text)) return null
  }
  return null
}

/** Byte order marks, and the first two bytes of UTF-16 without one (XML 1.0, appendix F). */
const beginnings: [bytes: number[], encoding: string][] = [
  [[0xef, 0xbb, 0xbf], 'utf-8'],
  [[0xff, 0xfe], 'utf-16le'],
  [[0xfe, 0xff], 'utf-16be'],
  [[0x3c, 0], 'utf-16le'],
  [[0, 0x3c], 'utf-16be'],
]

/** The encoding of an XML file; null for one that no browser knows. */
function encodingOf(bytes: Uint8Array): string | null {
  const known = beginnings.find(([beginning]) => beginning.every((byte, at) => bytes[at] === byte))
  if (known) return known[1]
  const declaration = String.fromCharCode(...bytes.subarray(0, 200))
  const named = /^<\?xml\s[^>]*?encoding\s*=\s*["']([\w.:-]+)["']/.exec(declaration)?.[1] ?? 'utf-8'
  // Its own declaration would be unreadable.
  if (/^utf-?16/i.test(named)) return 'utf-8'
  try {
    return new TextDecoder(named).encoding
  } catch {
    return null
  }
}

function headOf(text: string): Omit<SvgHead, 'encoding'> | null {
  let doctype: SvgHead['doctype'] = null
  for (let at = 0; ;) {
    at += /^\s*/.exec(text.slice(at, at + 10_000))?.[0].length ?? 0
    const start = at
    if (/\s/.test(text[at] ?? '')) continue
    if (text.startsWith('<!--', at)) at = endAfter(text, '-->', at + 4)
    else if (text.startsWith('<?', at)) at = endAfter(text, '?>', at)
    else if (text.startsWith('<!DOCTYPE', at) && doctype === null) {
      at = endOfTag(text, at)
      doctype = { start, end: at }
    } else return rootOf(text, at, doctype)
    if (at === -1) return null
  }
}

function rootOf(text: string, rootAt: number, doctype: SvgHead['doctype']): Omit<SvgHead, 'encoding'> | null {
  if (!/^<(?:[\w.-]+:)?svg[\s/>]/.test(text.slice(rootAt, rootAt + 100))) return null
  const end = endOfTag(text, rootAt)
  if (end === -1) return null
  const attributes = [
    ...text.slice(rootAt, end).matchAll(/\s([\w:.-]{1,100})\s{0,10}=\s{0,10}(?:"([^"]*)"|'([^']*)')/g),
  ]
  return {
    doctype,
    rootAt,
    attributes: new Map(attributes.map(([, name = '', double, single]) => [name, double ?? single ?? ''])),
  }
}

function endAfter(text: string, mark: string, from: number): number {
  const at = text.indexOf(mark, from)
  return at === -1 ? -1 : at + mark.length
}

/** The end of a tag, or of a document type declaration with its declarations in brackets; -1 if it does not end. */
function endOfTag(text: string, from: number): number {
  let depth = 0
  for (let at = from; at < text.length; at += 1) {
    const character = text[at]
    if (character === '"' || character === "'") {
      at = text.indexOf(character, at + 1)
      if (at === -1) return -1
    } else if (text.startsWith('<!--', at)) {
      at = endAfter(text, '-->', at + 4) - 1
      if (at < 0) return -1
    } else if (character === '[') depth += 1
    else if (character === ']') depth -= 1
    else if (character === '>' && depth === 0) return at + 1
    else if (character === '>' && depth < 0) return -1
  }
  return -1
}

/** The size in a view box, in CSS pixels, of a root that has no size of its own. Browsers give it a size of their choice.
 *  @returns null for a root with a size, and without a view box */
export function sizeOfViewBox({ attributes }: SvgHead): { width: number; height: number } | null {
  const hasSize = ['width', 'height'].some((side) => /^\s*[\d.+]/.test(withoutShare(attributes.get(side))))
  if (hasSize || /\b(?:width|height)\s*:/.test(attributes.get('style') ?? '')) return null
  const [, , width = 0, height = 0] = (attributes.get('viewBox') ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(Number)
  return width > 0 && height > 0 && Number.isFinite(width * height) ? { width, height } : null
}

/** Empty for a share of the page, such as `100%`. */
function withoutShare(length = ''): string {
  return length.trim().endsWith('%') ? '' : length
}
