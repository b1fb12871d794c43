import { foldName } from '@pinmark/shared/text'
import { LRUCache } from 'lru-cache'
import confusables from 'unhomoglyph/data.json' with { type: 'json' }

/** Two names look alike when they share a key. Looking alike is not transitive: `I` is the capital of `i` and looks like
 *  `l`, while `i` and `l` differ. So a name has one key for each way to read it:
 *  - folded, then reduced to its skeleton (UTS 39): the same letters in another case
 *  - each letter as it looks, then folded: letters of other scripts, `I` as the capital of `i`
 *  - the same, with `I` as an `l`
 *  Projects store the keys of their owner's name: a change here needs a migration that computes them again. */
export function nameKeys(name: string): string[] {
  const letters = [...visibleLetters(name).normalize('NFD')].map((letter) => knownLooks.memo(letter))
  const keys = [letters.map(({ asI }) => asI), letters.map(({ asL }) => asL)]
  return withoutDuplicates([
    skeleton(foldName(name)),
    ...keys.map((looks) => withoutSigns(looks.join('')) || foldName(name)),
  ])
}

/** One key for all names that share one of `nameKeys`. It reads `I`, `i` and `l` as one letter, so that looking alike is
 *  transitive. */
export function lookKey(name: string): string {
  const looks = [...visibleLetters(name).normalize('NFD')].map((letter) => knownLooks.memo(letter).asL)
  return (withoutSigns(looks.join('')) || foldName(name)).replaceAll('i', stroke)
}

/** The keys of a name that guests may not share. The name in capitals has its own keys, because `I` and `i`
 *  look different. */
export function protectedNameKeys(name: string): string[] {
  return withoutDuplicates([...nameKeys(name), ...nameKeys(name.toUpperCase())])
}

/** Compatibility forms as plain letters, without characters that draw nothing. */
export function visibleLetters(name: string): string {
  return name.normalize('NFKC').replace(/[\p{Default_Ignorable_Code_Point}\u2800]+/gu, '')
}

export const withoutDuplicates = (keys: string[]): string[] => [...new Set(keys)]

/** Two names that differ only in signs look alike. The dot of a small i can be written twice. */
function withoutSigns(looks: string): string {
  return looks.replace(/[^\p{L}\p{N}\p{M}]/gu, '').replace(/([ij])\u0307/g, '$1')
}

/** A letter in the key that reads `I` as `i`, and in the one that reads it as `l`. */
interface Looks {
  asI: string
  asL: string
}

/** Folded text holds no capital, so `I` can stand for all letters drawn as a plain stroke. */
const stroke = 'I'

/** Names use few letters, and normalizing each of them again is most of the work. */
const knownLooks = new LRUCache<string, Looks>({ max: 5_000, memoMethod: readLooks })

function readLooks(letter: string): Looks {
  const drawn = latinOf(letter)
  const folded = skeleton(drawn.toLowerCase())
  return drawn === 'l' ? { asI: isCapital(letter) ? 'i' : 'l', asL: stroke } : { asI: folded, asL: folded }
}

const isCapital = (letter: string) => /^\p{Lu}$/u.test(letter)

/** The skeleton of a text as UTS 39 defines it: letters that look alike are the same. */
function skeleton(text: string): string {
  return Array.from(text.normalize('NFD'), (letter) => looks.get(letter) ?? letter)
    .join('')
    .normalize('NFD')
}

/** The plain letter that a letter is drawn like, or its skeleton when there is none. Small letters such as м are drawn as
 *  their capital is, and the table knows what the capital looks like. */
function latinOf(letter: string): string {
  const own = skeleton(letter)
  if (isAscii(own)) return own
  const capital = skeleton(letter.toUpperCase())
  return isAscii(capital) ? capital : own
}

const isAscii = (text: string) => /^[\u0000-\u007f]*$/.test(text)

/** Look-alikes of letters: the package's table (Unicode 13), Latin look-alikes that Unicode 17 added, small capitals, and
 *  letters in circles, squares and flags. The package's function is not used: it tries 6,000 alternatives of an expression at
 *  each letter. */
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
