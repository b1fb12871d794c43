import { isLanguage, languages } from '@pinmark/words/languages'
import { chosenLanguage } from '@pinmark/words/load'
import { m } from '@pinmark/words/messages'

/** The languages of the page, each in its own words. The choice of an account is also that of its mails. */
export function LanguageChoice() {
  return (
    <select
      className="-my-2 field-sizing-content min-h-11"
      aria-label={m.language_label()}
      value={chosenLanguage()}
      // The element has its old value again once the code is there.
      onChange={({ target: { value } }) =>
        isLanguage(value) && void import('./choose-language').then((code) => code.choose(value))
      }
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
