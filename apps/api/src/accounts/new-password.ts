import { AppError } from '@pinmark/shared/errors'
import { limits } from '@pinmark/shared/limits'
import { foldName } from '@pinmark/shared/text'
import { hashPassword, isCommonPassword } from './passwords/passwords'
import type { Waiter } from '../base/fair-slots'
import type { Config } from '../config'

/** The hash of a password that its account chose. Refuses those that an attacker would try first: common ones, and words
 *  of the product and of the account.
 *  @throws AppError password_too_common, password_has_own_words, server_busy */
export async function hashNewPassword(
  config: Config,
  waiter: Waiter,
  password: string,
  account: { name: string; email: string },
): Promise<string> {
  if (containsOwnWords(password, account)) throw new AppError('password_has_own_words')
  if (await isCommonPassword(config, waiter, password)) throw new AppError('password_too_common')
  return hashPassword(config, waiter, password)
}

interface Account {
  name: string
  email: string
}

/** Shorter words occur in too many others: `Bo` would refuse `rainbow`. */
const minWordLength = 4

/** Whether a password contains words that a stranger would try first for this account. The name of the product, the
 *  whole name and the local part of the e-mail are refused outright. Single words of these, and labels of the domain
 *  except the last, are common words: they are refused when too little is left without them. Case and spaces make no
 *  difference. */
export function containsOwnWords(password: string, { name, email }: Account): boolean {
  const [localPart = '', domain = ''] = email.split('@')
  const folded = foldName(password)
  const whole = longEnough(['pinmark', name, localPart])
  if (whole.some((word) => folded.includes(word))) return true

  const words = longEnough([...wordsOf(name), ...wordsOf(localPart), ...domain.split('.').slice(0, -1)])
  const rest = words.reduce((text, word) => text.replaceAll(word, ''), folded)
  return rest !== folded && [...rest].length < limits.password.min
}

/** Folded, longest first, so that a word inside another one does not split it. */
function longEnough(words: string[]): string[] {
  return words
    .map(foldName)
    .filter((word) => [...word].length >= minWordLength)
    .toSorted((one, other) => other.length - one.length)
}

function wordsOf(text: string): string[] {
  return text.split(/[^\p{L}\p{M}\p{N}]+/u)
}
