import { isBlank } from '@pinmark/shared/text'
import type { JsonSchema } from './json-schema'

/** Control characters other than LF and TAB, which no text may hold. CR becomes LF before it is looked at. */
const controls = '\\u0000-\\u0008\\u000B\\u000C\\u000E-\\u001F\\u007F-\\u009F'
/** The same for a name, where white space becomes one space first, and what `hasHiddenCharacters` refuses. */
const hidden =
  '\\u0000-\\u0008\\u000E-\\u001F\\u007F-\\u009F\\u00AD\\u061C\\u115F\\u1160\\u17B4\\u17B5\\u180E\\u200B-\\u200F' +
  '\\u202A-\\u202E\\u2060-\\u206F\\u3164\\uFFA0\\uFFF9-\\uFFFB\u{E0000}-\u{E007F}'

/** Every character that can be seen, as the inside of a character class without `\p`, which many validators lack. */
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

/** Long patterns, each written down once in the document. Made with it: looking at every character takes a third of a
 *  second, and most processes never give the document out. */
export function textShapes(): Record<string, JsonSchema> {
  const visible = visibleCharacters()
  return {
    /** Something to see in it. */
    Words: { type: 'string', pattern: `[${visible}]` },
    /** One line with something to see in it, and nothing hidden. */
    Name: { type: 'string', pattern: `^[^${hidden}]*[${visible}][^${hidden}]*$` },
  }
}

/** One part of the name of a host. */
const hostName = '[A-Za-z](-?[A-Za-z0-9])*'

/** What the checks of `entities/primitives.ts` mean, in the words of JSON Schema. */
export const textFormats: Readonly<Record<string, JsonSchema>> = {
  name: { $ref: '#/components/schemas/Name' },
  // Of a host with a name. The server takes addresses by number too, and refuses those inside its own network.
  'web-address': {
    pattern: `^[Hh][Tt][Tt][Pp][Ss]?://${hostName}(\\.${hostName})*(:[0-9]{1,4})?([/?#]\\S*)?$`,
  },
  text: { pattern: `^[^${controls}]*$` },
  // The list of common passwords is longer than a document should be.
  'new-password': { pattern: '^(?!([\\s\\S]{1,4})\\1+$)' },
}
