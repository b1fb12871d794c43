import { serverWords } from './compiled/server-words'
import { languages, type Language } from './languages'

type Words = ReturnType<(typeof serverWords)['en']>

const made = new Map<Language, Words>()

/** The words of the server in one language. */
export interface Wording {
  m: Words
  language: Language
  /** The locale for `Intl`. */
  format: string
  dir: 'ltr' | 'rtl'
}

export function wordingIn(language: Language): Wording {
  const { format, dir } = languages[language]
  const m = made.get(language) ?? serverWords[language]()
  made.set(language, m)
  return { m, language, format, dir }
}
