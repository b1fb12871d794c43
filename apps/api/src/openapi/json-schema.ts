import { limits } from '@pinmark/shared/limits'
import { isBlank } from '@pinmark/shared/text'

/** The part of JSON Schema that the document uses. */
export interface JsonSchema {
  $ref?: string
  type?: string | string[]
  description?: string
  format?: string
  enum?: unknown[]
  const?: unknown
  default?: unknown
  pattern?: string
  contentMediaType?: string
  contentSchema?: JsonSchema
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  minItems?: number
  uniqueItems?: boolean
  allOf?: JsonSchema[]
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  dependentRequired?: Record<string, string[]>
  propertyNames?: JsonSchema
  not?: JsonSchema
  additionalProperties?: JsonSchema | boolean
}

/** Control characters except LF and TAB, which no text may contain. CR is converted to LF before the check. */
const controls = '\\u0000-\\u0008\\u000B\\u000C\\u000E-\\u001F\\u007F-\\u009F'
/** The same for a name, whose white space is converted to single spaces first, plus the characters that
 *  `hasHiddenCharacters` refuses everywhere. */
const hidden =
  '\\u0000-\\u0008\\u000E-\\u001F\\u007F-\\u009F\\u00AD\\u061C\\u115F\\u1160\\u17B4\\u17B5\\u180E\\u200B\\u200E\\u200F' +
  '\\u202A-\\u202E\\u2060-\\u206F\\u3164\\uFFA0\\uFFF9-\\uFFFB\u{E0000}-\u{E007F}'
/** The flag of a region. Its tags are hidden characters elsewhere. */
const flag = '\u{1F3F4}[\u{E0020}-\u{E007E}]+\u{E007F}'
const joiner = '[\\u200C\\u200D]'

/** Visible characters and combining marks are below this, except variation selectors. */
const endOfCharacters = 0x40000

/** The characters that pass a test, as the inside of a character class without `\p`, which many validators do not
 *  support. */
function charactersThat(pass: (character: string) => boolean): string {
  const ranges: string[] = []
  let start: number | null = null
  for (let point = 0; point <= endOfCharacters; point += 1) {
    const isIn = point < endOfCharacters && pass(String.fromCodePoint(point))
    if (isIn) start ??= point
    else if (start !== null) {
      ranges.push(escape(start), ...(point - 1 > start ? ['-', escape(point - 1)] : []))
      start = null
    }
  }
  return ranges.join('')
}

function escape(point: number): string {
  return point > 0xffff
    ? String.fromCodePoint(point)
    : `\\u${point.toString(16).toUpperCase().padStart(4, '0')}`
}

/** Long patterns, stated once in the document. They are built with it: testing every character takes a tenth of a second,
 *  and most processes never send the document. */
export function textShapes() {
  const visible = charactersThat((character) => !isBlank(character))
  const mark = charactersThat((character) => /\p{M}/u.test(character))
  const stack = `[${mark}]{${limits.combiningMarksInARow + 1}}`
  return {
    /** Contains a visible character. */
    Words: { type: 'string', pattern: `[${visible}]` },
    /** One line with a visible character, and nothing hidden or stacked. A pattern cannot refuse half of a surrogate pair
     *  and be valid everywhere. All conditions are negative: test generators add what a positive one names, and find no name
     *  of a given length. */
    Name: {
      type: 'string',
      pattern:
        `^(?![^${visible}]*$)(?![\\s\\S]*${stack})` +
        `(?!(?:[\\s\\S]*(?:${joiner}|\\s))?${joiner})(?![\\s\\S]*${joiner}(?:\\s|$))` +
        `(?:[^${hidden}]|${flag})*$`,
    },
  }
}

/** A host name. Its last label does not begin with a digit: a host that ends in a number is an IP address. */
const hostName = '([A-Za-z0-9](-?[A-Za-z0-9])*\\.)*[A-Za-z](-?[A-Za-z0-9])*'
/** Up to 65535. */
const port = '([0-9]{1,4}|[1-5][0-9]{4}|6[0-4][0-9]{3}|65[0-4][0-9]{2}|655[0-2][0-9]|6553[0-5])'

/** The checks of `entities/primitives.ts` as JSON Schema. */
export const textFormats: Readonly<Record<string, JsonSchema>> = {
  name: { $ref: '#/components/schemas/Name' },
  // A URL with a host name. The server also accepts IP addresses, and refuses those in its own network.
  'web-address': {
    pattern: `^[Hh][Tt][Tt][Pp][Ss]?://${hostName}(:${port})?([/?#]\\S*)?$`,
  },
  // Not as a pattern of all characters: a test generator would draw each of 5,000.
  text: { not: { pattern: `[${controls}]` } },
  // The list of common passwords is too long for a document.
  'new-password': { pattern: '^(?!([\\s\\S]{1,4})\\1+$)' },
}
