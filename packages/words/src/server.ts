import { serverWords } from './compiled/server-words'
import { languages, type Language } from './languages'

/** The words of the server in one language. */
export interface Wording {
  m: (typeof serverWords)['en']
  language: Language
  /** The locale for `Intl`. */
  format: string
  dir: 'ltr' | 'rtl'
}

export function wordingIn(language: Language): Wording {
  const { format, dir } = languages[language]
  return { m: serverWords[language], language, format, dir }
}
