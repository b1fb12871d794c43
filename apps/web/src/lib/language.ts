import {
  chooseLanguage,
  isLanguage,
  languageCookie,
  languageInCookies,
  languages,
  type Language,
} from '@pinmark/words/languages'

/** The language of the page, which the server has chosen: by the choice in this browser, or else by the browser's languages. */
export function pageLanguage(): Language {
  const root = document.documentElement
  if (import.meta.env.DEV) {
    // The server of `npm run dev` sends the same page to everyone.
    const chosen = chooseLanguage([languageInCookies(document.cookie), ...navigator.languages])
    Object.assign(root, { lang: chosen, dir: languages[chosen].dir })
  }
  const { lang } = root
  return isLanguage(lang) ? lang : 'en'
}

/** Keeps a language for this browser, and loads the page again in it. */
export function switchLanguage(language: Language): void {
  document.cookie = languageCookie(language)
  location.reload()
}
