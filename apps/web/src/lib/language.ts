import { chooseLanguage, languageCookie, languageInCookies, type Language } from '@pinmark/words/languages'

/** The language of the page: the one that was chosen in this browser, or else the one that the server chose by the browser's
 *  languages. */
export function pageLanguage(): Language {
  return chooseLanguage([languageInCookies(document.cookie), document.documentElement.lang])
}

/** Keeps a language for this browser, and loads the page again in it. */
export function switchLanguage(language: Language): void {
  document.cookie = languageCookie(language)
  location.reload()
}
