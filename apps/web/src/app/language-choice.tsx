import { isLanguage, languages } from '@pinmark/words/languages'
import { chosenLanguage } from '@pinmark/words/load'
import { m } from '@pinmark/words/messages'
import { switchLanguage } from '../lib/language'

/** The languages of the page, each in its own words. */
export function LanguageChoice() {
  return (
    <select
      className="-my-2 field-sizing-content min-h-11"
      aria-label={m.language_label()}
      value={chosenLanguage()}
      onChange={({ target: { value } }) => isLanguage(value) && switchLanguage(value)}
    >
      {Object.entries(languages).map(
        ([code, { name }]) =>
          name && (
            <option key={code} value={code} lang={code}>
              {name}
            </option>
          ),
      )}
    </select>
  )
}
