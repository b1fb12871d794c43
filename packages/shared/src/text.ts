import { limits } from './limits'

/** Length in code points, not UTF-16 units, which is close to what people count. */
export function codePointLength(text: string): number {
  let length = 0
  for (const _ of text) length += 1
  return length
}

/** Converts line ends to LF; everything else stays as typed. */
export function normalizeLineEnds(text: string): string {
  return text.replace(/\r\n?/g, '\n')
}

/** Far more than the longest name, address or password may have, in UTF-16 units. */
const normalizedMax = 2_000

/** Normalizes a text that is short enough to be valid, and returns a longer one as it is. Marks of several combining
 *  classes are sorted in quadratic time: 64 KB of them would hold the process for half a second. */
function normalizeShort(text: string, form: 'NFC' | 'NFKC'): string {
  return text.length > normalizedMax ? text : text.normalize(form)
}

/** A text in NFC, unless it is too long for a name. */
export function composeShort(text: string): string {
  return normalizeShort(text, 'NFC')
}

/** A name as it is stored: NFC, trimmed, runs of white space as one space. */
export function normalizeName(name: string): string {
  return composeShort(name.replace(/\s+/gu, ' ').trim())
}

/** An e-mail address as it is stored and compared: NFC, trimmed, in lower case. */
export function normalizeEmail(email: string): string {
  return composeShort(email.trim()).toLowerCase()
}

/** A password as it is hashed: NFKC. */
export function normalizePassword(password: string): string {
  return normalizeShort(password, 'NFKC')
}

/** Characters that cannot be shown: control characters except LF and TAB, and half of a surrogate pair. */
export function hasControlCharacters(text: string): boolean {
  return /[\u0000-\u0008\u000B-\u001F\u007F-\u009F]/.test(text) || !text.isWellFormed()
}

/** Marks that reorder, hide or stack text. They could disguise one name as another, or break the page.
 *  Joiners (U+200C, U+200D) between visible characters are part of several scripts and of emoji. */
export function hasHiddenCharacters(name: string): boolean {
  return (
    /[\u00AD\u061C\u115F\u1160\u17B4\u17B5\u180E\u200B\u200E\u200F\u2028-\u202E\u2060-\u206F\u3164\uFEFF\uFFA0\uFFF9-\uFFFB]/.test(
      name,
    ) ||
    /[\u{E0000}-\u{E007F}]/u.test(name.replace(tagSequence, '')) ||
    /^[\u200C\u200D]|[\u200C\u200D]$|[\u200C\u200D]{2}|\s[\u200C\u200D]|[\u200C\u200D]\s/.test(name) ||
    new RegExp(`\\p{M}{${limits.combiningMarksInARow + 1}}`, 'u').test(name)
  )
}

/** Flags of regions (England, Scotland, Wales) are a black flag, tags and a cancel tag. They are visible, and
 *  so allowed. */
const tagSequence = /\u{1F3F4}[\u{E0020}-\u{E007E}]+\u{E007F}/gu

/** Whether the text contains a visible character. */
export function isBlank(text: string): boolean {
  return !/[^\s\p{C}\p{Default_Ignorable_Code_Point}\u2800]/u.test(text)
}

/** A key that is equal for two names that read the same: compatibility forms and case are folded, and white
 *  space and invisible characters (joiners, variation selectors, the blank of Braille) are ignored. The
 *  stored keys of owners' names are made of it, so a change here needs a migration that computes them again. */
export function foldName(name: string): string {
  const folded = name.normalize('NFKC').toLowerCase().toUpperCase().toLowerCase()
  return folded.replace(/[\s\p{Default_Ignorable_Code_Point}\u2800]+/gu, '')
}
