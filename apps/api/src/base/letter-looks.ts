import { createRequire } from 'node:module'

/** The skeleton of a text as UTS 39 defines it: letters that look alike are the same. */
export function skeleton(text: string): string {
  return Array.from(text.normalize('NFD'), (letter) => looks.get(letter) ?? letter)
    .join('')
    .normalize('NFD')
}

/** The plain letter that a letter is drawn like, or its skeleton when there is none. Small letters such as м are drawn as
 *  their capital is, and the table knows what the capital looks like. */
export function latinOf(letter: string): string {
  const own = skeleton(letter)
  if (isAscii(own)) return own
  const capital = skeleton(letter.toUpperCase())
  return isAscii(capital) ? capital : own
}

const isAscii = (text: string) => /^[\u0000-\u007f]*$/.test(text)

/** The table of the package alone: its function tries 6,000 alternatives of an expression at each letter. */
const confusables: Record<string, string> = createRequire(import.meta.url)('unhomoglyph/data.json')

/** Look-alikes of letters: the package's table (Unicode 13), Latin look-alikes that Unicode 17 added, small capitals, and
 *  letters in circles, squares and flags. */
const looks = new Map([
  ...Object.entries(confusables),
  ...pairs('ⲂB𖺶bငcၚcƒfⲓiւiӏl𑷚l𑷡l𖺪l০o୦o០o𑓐oϭo𑷠OþpƿpϸpⳏpⳎPടsⲽwшwⲩy'),
  ...pairs('ᴀAʙBᴄCɢGʜHɪIʟLᴍMɴNʀRʏYꜰFꜱSᴋKᴘPᴛTᴇEᴅDᴊJꞯQᴏOᴜUᴠVᴡWᴢZ'),
  ...[0x1f150, 0x1f170, 0x1f1e6].flatMap((first) =>
    Array.from({ length: 26 }, (_, at): [string, string] => [
      String.fromCodePoint(first + at),
      String.fromCharCode(0x41 + at),
    ]),
  ),
])

/** Letters that are each followed by their look. */
function pairs(text: string): [string, string][] {
  const letters = [...text]
  return letters.flatMap((letter, at) => (at % 2 === 0 ? [[letter, letters[at + 1] ?? letter]] : []))
}
