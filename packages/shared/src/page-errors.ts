import { CodedError, type ErrorOptions } from './coded-error'
import { pageErrors, type PageErrorCode } from './page-messages'

/** The only error type of the page, mostly rebuilt from an answer of the server. */
export class AppError extends CodedError<PageErrorCode> {
  /** The code of the server, also one that the page does not know. */
  readonly named: string

  constructor(code: PageErrorCode, options: ErrorOptions & { named?: string } = {}) {
    super(code, pageErrors[code], options)
    this.named = options.named ?? code
  }
}

/** A refusal without a sentence of the server, from a proxy for example. Its own sentence is chosen by status. */
export class WordlessError extends AppError {}

/** For an action whose failure needs no message of its own. */
export const actionFailed = 'That did not work. Try again.'

/** The server's sentence; `otherwise` if the answer has none. */
export function failureText(otherwise: string, error: unknown): string {
  return error instanceof AppError && !(error instanceof WordlessError) ? error.message : otherwise
}
