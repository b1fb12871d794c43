import { CodedError, type ErrorOptions } from './coded-error'
import { errorCatalogue, type ErrorCode } from './messages'

/** The only error type of the server: thrown, and sent as `{ error, code }`. */
export class AppError extends CodedError<ErrorCode> {
  constructor(code: ErrorCode, options: ErrorOptions = {}) {
    super(code, errorCatalogue[code], options)
  }
}
