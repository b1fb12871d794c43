import * as usersApi from '@pinmark/shared/api/users'
import type { Language } from '@pinmark/words/languages'
import { call } from '../../lib/api'
import { updateSessionUser } from '../../lib/session'

/** Stores a language with the account. */
export async function storeLanguage(language: Language): Promise<void> {
  updateSessionUser(await call(usersApi.changeUser, { body: { language } }))
}
