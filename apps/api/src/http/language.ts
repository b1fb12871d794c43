import type { Request } from 'express'
import { chooseLanguage, languageInCookies, type Language } from '@pinmark/words/languages'
import { wordingIn, type Wording } from '@pinmark/words/server'

/** The language that was chosen in the browser, or else the first one that the browser asks for and that there is. */
export function languageOf(req: Request): Language {
  return chooseLanguage([languageInCookies(req.get('cookie') ?? ''), ...req.acceptsLanguages()])
}

export function wordingOf(req: Request): Wording {
  return wordingIn(languageOf(req))
}
