/** The languages of the catalogue, and how each is written. `en-XA` is no language: it shows where a longer text, or one from right to
 *  left, breaks the layout, and is chosen by its code only. */
export const languages = {
  en: { format: 'en-GB', dir: 'ltr' },
  'en-XA': { format: 'en-GB', dir: 'rtl' },
} as const satisfies Record<string, { /** The locale for `Intl`. */ format: string; dir: 'ltr' | 'rtl' }>

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
    const found = known.find((one) => one.toLowerCase() === whole) ?? known.find((one) => one === language)
    if (found) return found
  }
  return standard
}

const known = Object.keys(languages).filter(isLanguage)

export function isLanguage(value: unknown): value is Language {
  return typeof value === 'string' && Object.hasOwn(languages, value)
}
