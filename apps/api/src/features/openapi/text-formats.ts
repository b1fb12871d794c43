import { isBlank } from '@pinmark/shared/text'
import type { JsonSchema } from './json-schema'

/** Control characters except LF and TAB, which no text may contain. CR is converted to LF before the check. */
const controls = '\\u0000-\\u0008\\u000B\\u000C\\u000E-\\u001F\\u007F-\\u009F'
/** The same for a name, whose white space is converted to single spaces first, plus the characters that
 *  `hasHiddenCharacters` refuses. */
const hidden =
  '\\u0000-\\u0008\\u000E-\\u001F\\u007F-\\u009F\\u00AD\\u061C\\u115F\\u1160\\u17B4\\u17B5\\u180E\\u200B-\\u200F' +
  '\\u202A-\\u202E\\u2060-\\u206F\\u3164\\uFFA0\\uFFF9-\\uFFFB\u{E0000}-\u{E007F}'

/** Every visible character, as the inside of a character class without `\p`, which many validators do not
 *  support. */
function visibleCharacters(): string {
  const ranges: string[] = []
  let start: number | null = null
  for (let point = 0; point <= 0x110000; point += 1) {
    const isVisible = point < 0x110000 && !isBlank(String.fromCodePoint(point))
    if (isVisible) start ??= point
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

/** Long patterns, stated once in the document. They are built with it: testing every character takes a third
 *  of a second, and most processes never send the document. */
export function textShapes(): Record<string, JsonSchema> {
  const visible = visibleCharacters()
  return {
    /** Contains a visible character. */
    Words: { type: 'string', pattern: `[${visible}]` },
    /** One line with a visible character and nothing hidden. */
    Name: { type: 'string', pattern: `^[^${hidden}]*[${visible}][^${hidden}]*$` },
  }
}

/** One label of a host name. */
const hostName = '[A-Za-z](-?[A-Za-z0-9])*'

/** The checks of `entities/primitives.ts` as JSON Schema. */
export const textFormats: Readonly<Record<string, JsonSchema>> = {
  name: { $ref: '#/components/schemas/Name' },
  // A URL with a host name. The server also accepts IP addresses, and refuses those in its own network.
  'web-address': {
    pattern: `^[Hh][Tt][Tt][Pp][Ss]?://${hostName}(\\.${hostName})*(:[0-9]{1,4})?([/?#]\\S*)?$`,
  },
  text: { pattern: `^[^${controls}]*$` },
  // The list of common passwords is too long for a document.
  'new-password': { pattern: '^(?!([\\s\\S]{1,4})\\1+$)' },
}
