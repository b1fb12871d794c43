import { chooseLanguage, type Language } from '@pinmark/words/languages'
import { readStored } from './storage'

const key = 'pinmark.language'

/** The language of the page: the one that was chosen in this browser, or else the first of the browser's that there is. */
export function pageLanguage(): Language {
  const stored = readStored(key)
  return chooseLanguage(stored === null ? navigator.languages : [stored])
}
