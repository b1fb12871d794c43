import { isLanguage, languages, type Language } from '@pinmark/words/languages'
import { chosenLanguage } from '@pinmark/words/load'
import { m } from '@pinmark/words/messages'
import { switchLanguage } from '../../lib/language'
import { readSession } from '../../lib/session'
import { useToast } from '../../ui/toast'

/** The languages of the page, each in its own words. The choice of an account is also that of its mails. */
export function LanguageChoice() {
  const toast = useToast()
  const choose = async (language: Language) => {
    try {
      if (readSession()) await (await import('./account-language')).storeLanguage(language)
      switchLanguage(language)
    } catch (error) {
      toast.showFailure(error)
    }
  }
  return (
    <select
      className="-my-2 field-sizing-content min-h-11"
      aria-label={m.language_label()}
      value={chosenLanguage()}
      onChange={({ target: { value } }) => isLanguage(value) && void choose(value)}
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
