import { chooseLanguage } from '@pinmark/words/languages'
import { wordingIn, type Wording } from '@pinmark/words/server'
import type { Types } from 'mongoose'
import { findLanguages } from './user.record'

/** The words for each of these accounts, in the language that it chose; English without one. */
export async function findWordings(
  accounts: readonly Types.ObjectId[],
): Promise<(account: Types.ObjectId) => Wording> {
  const languages = await findLanguages(accounts)
  return (account) => wordingIn(chooseLanguage([languages.get(account.toHexString()) ?? '']))
}

/** The same for one account. */
export async function findWording(account: Types.ObjectId): Promise<Wording> {
  const wordingOf = await findWordings([account])
  return wordingOf(account)
}
