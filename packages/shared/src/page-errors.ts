import { CodedError, type ErrorOptions } from './coded-error'
import { pageErrors, type PageErrorCode } from './page-messages'

/** The only error type of the page, mostly rebuilt from an answer of the server. */
export class AppError extends CodedError<PageErrorCode> {
  /** The code of the server, also one that the page does not know. */
  readonly named: string

  constructor(code: PageErrorCode, options: ErrorOptions & { named?: string } = {}) {
    super(code, { status: pageErrors[code].status, text: errorSentence(code) }, options)
    this.named = options.named ?? code
  }
}

/** A refusal without a sentence of the server, from a proxy for example. Its own sentence is chosen by status. */
export class WordlessError extends AppError {}

type SayError = (code: string, values?: string, waitSeconds?: number) => string | undefined

/** The sentence for an error of the server in the language of the page. Undefined if it is English. */
export let sayError: SayError = () => undefined

/** Says errors in another language than English, by code: also those that only the server says. */
export function translateErrors(say: SayError): void {
  sayError = say
}

/** The sentence for an error that the page names. */
export function errorSentence(code: PageErrorCode): string {
  return sayError(code) ?? pageErrors[code].text
}

/** The server's sentence; `otherwise` if the answer has none. */
export function failureText(otherwise: string, error: unknown): string {
  return error instanceof AppError && !(error instanceof WordlessError) ? error.message : otherwise
}
