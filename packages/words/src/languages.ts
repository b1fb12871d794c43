/** The languages of the catalogue, and how each is written. `en-XA` is a pseudo-language for tests: it shows where a longer text, or
 *  one from right to left, breaks the layout. It is chosen by its code only. */
export const languages = {
  en: { name: 'English', format: 'en-GB', dir: 'ltr' },
  de: { name: 'Deutsch', format: 'de', dir: 'ltr' },
  fr: { name: 'Français', format: 'fr', dir: 'ltr' },
  es: { name: 'Español', format: 'es', dir: 'ltr' },
  'pt-BR': { name: 'Português (Brasil)', format: 'pt-BR', dir: 'ltr' },
  ja: { name: '日本語', format: 'ja', dir: 'ltr' },
  'zh-CN': { name: '简体中文', format: 'zh-CN', dir: 'ltr' },
  // Numbers as in the sentences and on the pins.
  ar: { name: 'العربية', format: 'ar-u-nu-latn', dir: 'rtl' },
  'en-XA': { name: null, format: 'en-GB', dir: 'rtl' },
} as const satisfies Record<string, LanguageForm>

interface LanguageForm {
  /** As its speakers write it; null if it is not offered. */
  name: string | null
  /** The locale for `Intl`. */
  format: string
  dir: 'ltr' | 'rtl'
}

export type Language = keyof typeof languages

const standard = 'en'

/** The first wished language that the catalogue has; English if there is none.
 *  @param wished tags such as `de-CH`, also the names of a system, such as `en_US.UTF-8` or `C` */
export function chooseLanguage(wished: readonly string[]): Language {
  for (const tag of wished) {
    const [language = '', ...parts] = tag
      .replace(/[.@].*/, '')
      .toLowerCase()
      .split(/[-_]/)
    const whole = [language, ...parts].join('-')
    const found =
      known.find((one) => one.toLowerCase() === whole) ??
      known.find((one) => one === language) ??
      known.find((one) => one.startsWith(`${language}-`))
    if (found) return found
  }
  return standard
}

const known = Object.keys(languages).filter(isLanguage)

export function isLanguage(value: unknown): value is Language {
  return typeof value === 'string' && Object.hasOwn(languages, value)
}

/** The name of the cookie with the language that a person chose. Page and server read it. */
const cookie = 'pinmark-language'

/** The text of the cookie that keeps a choice for a year. */
export function languageCookie(language: Language): string {
  return `${cookie}=${language}; Path=/; Max-Age=31536000; SameSite=Lax`
}

/** The chosen language among the cookies of a request or a page; empty without a choice. */
export function languageInCookies(cookies: string): string {
  return new RegExp(`(?:^|; *)${cookie}=([\\w-]+)`).exec(cookies)?.[1] ?? ''
}
