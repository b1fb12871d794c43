import { CodedError, type ErrorOptions } from './coded-error'
import { errorCatalogue, type ErrorCode } from './messages'

/** The only error type of the server: thrown, and sent as `{ error, code, params }`. */
export class AppError extends CodedError<ErrorCode> {
  /** The values in its sentence; undefined if it has none. */
  readonly params: ErrorOptions['params']

  constructor(code: ErrorCode, options: ErrorOptions = {}) {
    const entry = errorCatalogue[code]
    super(code, entry, options)
    this.params = entry.text.includes('{') ? options.params : undefined
  }
}
