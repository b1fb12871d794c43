import { nameKeys, protectedNameKeys, withoutDuplicates, visibleLetters } from './name-keys'

export interface GuestName {
  /** Keys of the name. A name that shares a key with `protectedNameKeys` of another name looks like it. */
  keys: string[]
  /** The name claims a role: it contains `owner` or `designer` as a mark. */
  claimsRole: boolean
}

/** Reads a guest's name as other people would. A word such as `owner` is a mark as the last word, or set apart by a
 *  sign: `Anna owner`, `Designer: Anna`, `Anna ✓ owner!`. Before other words (`Designer Outlet`) it is part of the
 *  name, unless the rest is the owner's name: so the name has the keys of that rest too. */
export function readGuestName(name: string): GuestName {
  const words = wordsOf(name)
  const rest = words.filter(({ isRole }) => !isRole).map(({ text }) => text)
  return {
    keys:
      rest.length === words.length
        ? nameKeys(name)
        : withoutDuplicates([...nameKeys(name), ...nameKeys(rest.join(' '))]),
    claimsRole: words.some(
      ({ isRole, before, after }, at) =>
        isRole && (at === words.length - 1 || setsApart(before) || setsApart(after)),
    ),
  }
}

interface Word {
  text: string
  isRole: boolean
  /** The text between this word and its neighbours. */
  before: string
  after: string
}

const letters = String.raw`[\p{L}\p{N}\p{M}|]`
/** An apostrophe belongs to its word: `Owner’s Club` claims nothing. */
const wordPattern = new RegExp(`${letters}+(?:['’]${letters}+)*`, 'gu')

function wordsOf(name: string): Word[] {
  const text = visibleLetters(name)
  const found = [...text.matchAll(wordPattern)].map(({ 0: word, index }) => ({
    word,
    index,
    end: index + word.length,
  }))
  return found.map(({ word, index, end }, at) => ({
    text: word,
    isRole: nameKeys(word).some((key) => roleKeys.has(key)),
    before: text.slice(found[at - 1]?.end ?? 0, index),
    after: text.slice(end, found[at + 1]?.index),
  }))
}

const roleKeys = new Set(['owner', 'designer'].flatMap(protectedNameKeys))

/** A space, `&` or a hyphen without spaces joins words to one name; any other sign sets them apart. */
function setsApart(between: string): boolean {
  return !/^(?:\s*&?\s*|-)$/.test(between)
}
