import * as usersApi from '@pinmark/shared/api/users'
import type { Language } from '@pinmark/words/languages'
import { call } from '../../lib/api'
import { switchLanguage } from '../../lib/language'
import { readSession, updateSessionUser } from '../../lib/session'
import { toast } from '../../ui/toast'

/** Stores a language with the account, if there is one, and shows the page in it. */
export async function choose(language: Language): Promise<void> {
  try {
    if (readSession()) updateSessionUser(await call(usersApi.changeUser, { body: { language } }))
    switchLanguage(language)
  } catch (error) {
    toast.showFailure(error)
  }
}
