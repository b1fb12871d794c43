import type * as first from './compiled/first/en'
import type * as more from './compiled/more/en'
import { files } from './compiled/files'
import { languages, type Language } from './languages'
import { m } from './messages'
import type { SayError } from './say-errors'

type FirstWords = typeof first

/** What the first view of the pages says, the rest, which follows, and the sentences of errors: none in English, which the
 *  server speaks. */
interface Parts {
  first: () => Promise<FirstWords>
  more: () => Promise<typeof more>
  errors?: () => Promise<{ errors: Record<string, string> }>
}

type TakeErrors = (say: SayError) => void

let chosen: Language = 'en'
let takeErrors: TakeErrors = () => undefined
let loading: Promise<void> | null = null

/** Chooses the language, and loads the words of the first view.
 *  @param onErrors is called with the sentences of errors, which come later */
export async function loadFirstWords(language: Language, onErrors = takeErrors): Promise<void> {
  chosen = language
  takeErrors = onErrors
  Object.assign(m, await files[language].first())
}

/** Code that is fetched after the first view, with the words that it needs. */
export async function withWords<Loaded>(code: Promise<Loaded>): Promise<Loaded> {
  const [loaded] = await Promise.all([code, loadMoreWords()])
  return loaded
}

/** Loads the other words of the chosen language, once. After a failure, the next call tries again. */
function loadMoreWords(): Promise<void> {
  loading ??= fetchMoreWords().catch((error: unknown) => {
    loading = null
    throw error
  })
  return loading
}

async function fetchMoreWords(): Promise<void> {
  const { more, errors }: Parts = files[chosen]
  const [words] = await Promise.all([more(), errors && loadErrors(errors)])
  Object.assign(m, words)
}

async function loadErrors(errors: NonNullable<Parts['errors']>): Promise<void> {
  // Modules without imports, because the list of what each of them needs would be part of every page.
  const [sentences, { sayErrors }] = await Promise.all([errors(), import('./say-errors')])
  takeErrors(sayErrors(languages[chosen].format, sentences.errors))
}

/** The language of the page. */
export function chosenLanguage(): Language {
  return chosen
}
