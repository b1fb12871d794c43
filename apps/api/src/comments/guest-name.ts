import { AppError } from '@pinmark/shared/errors'
import { isLanguage, languages } from '@pinmark/words/languages'
import { wordingIn } from '@pinmark/words/server'
import type { ProjectRecord } from '../projects/project.record'
import { nameKeys, protectedNameKeys, withoutDuplicates, visibleLetters } from '../base/name-keys'

type Named = Pick<ProjectRecord, 'ownerNameKeys' | 'members'>

/** @throws AppError commenter_is_owner, commenter_claims_role */
export function checkGuestName(name: string, project: Named): void {
  const { keys, claimsRole } = readGuestName(name)
  if (isDesigners(keys, project)) throw new AppError('commenter_is_owner')
  if (claimsRole) throw new AppError('commenter_claims_role')
}

/** Whether a guest may be shown under this name. */
export function mayBearName(name: string, project: Named): boolean {
  const { keys, claimsRole } = readGuestName(name)
  return !claimsRole && !isDesigners(keys, project)
}

/** Whether it is the name of the owner or of a member. */
function isDesigners(keys: GuestName['keys'], { ownerNameKeys, members = [] }: Named): boolean {
  const taken = [ownerNameKeys, ...members.map(({ nameKeys }) => nameKeys)]
  return keys.some((key) => taken.some((names) => names.includes(key)))
}

export interface GuestName {
  /** Keys of the name. A name that shares a key with `protectedNameKeys` of another name looks like it. */
  keys: string[]
  /** The name claims a role: it is `owner` or `designer`, or begins with it as a mark. */
  claimsRole: boolean
}

/** Reads a guest's name as other people would. A word such as `owner` is a mark if the name has no other words, or if it
 *  comes first and a sign sets it apart: `Owner`, `Designer: Anna`. Behind a name (`Lea, Designer at ACME`) it says what
 *  the person does, and directly before other words (`Designer Outlet`) it is part of the name. If the rest is a designer's
 *  name, it is a disguise: so the name has the keys of that rest too. */
export function readGuestName(name: string): GuestName {
  const words = wordsOf(name)
  const [first] = words
  const rest = words.filter(({ isRole }) => !isRole).map(({ text }) => text)
  return {
    keys:
      rest.length === words.length
        ? nameKeys(name)
        : withoutDuplicates([...nameKeys(name), ...nameKeys(rest.join(' '))]),
    claimsRole: first?.isRole === true && (rest.length === 0 || setsApart(first.after)),
  }
}

interface Word {
  text: string
  isRole: boolean
  /** The text between this word and the next one. */
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
  return found.map(({ word, end }, at) => ({
    text: word,
    isRole: nameKeys(word).some((key) => roleKeys.has(key)),
    after: text.slice(end, found[at + 1]?.index),
  }))
}

/** The words for a designer in every language, because a guest may speak another one than their readers. */
const roleKeys = new Set(
  Object.keys(languages)
    .filter(isLanguage)
    .flatMap((language) => wordingIn(language).m.role_words().split(' '))
    .flatMap(protectedNameKeys),
)

/** A space, `&` or a hyphen without spaces joins words to one name; any other sign sets them apart. */
function setsApart(between: string): boolean {
  return !/^(?:\s*&?\s*|-)$/.test(between)
}
