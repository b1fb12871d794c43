import { errorCatalogue, type ErrorCode } from './messages'

interface AppErrorOptions {
  /** Replaces the sentence of the catalogue in this case. */
  text?: string
  /** Values for the `{placeholders}` of the catalogue's sentence. */
  params?: Record<string, string | number>
  /** The cause; logged, never sent. */
  cause?: unknown
  /** Seconds until a retry makes sense; sent as `Retry-After`. */
  retryAfterSeconds?: number
  /** When the requested link ended, as an ISO timestamp. */
  endedAt?: string | undefined
}

/** The only error type of Pinmark: thrown by the API, sent as `{ error, code }`, rebuilt by the web app. */
export class AppError extends Error {
  override readonly name = 'AppError'
  readonly status: number
  readonly retryAfterSeconds: number | undefined
  readonly endedAt: string | undefined

  constructor(
    readonly code: ErrorCode,
    options: AppErrorOptions = {},
  ) {
    super(options.text ?? fill(errorCatalogue[code].text, options.params ?? {}), { cause: options.cause })
    this.status = errorCatalogue[code].status
    this.retryAfterSeconds = options.retryAfterSeconds
    this.endedAt = options.endedAt
  }
}

function fill(text: string, params: Record<string, string | number>): string {
  return text.replace(/\{(\w+)\}/g, (placeholder, key: string) => String(params[key] ?? placeholder))
}

/** A refusal without a sentence of the server, from a proxy for example. Its own sentence is chosen by status. */
export class WordlessError extends AppError {}

/** For an action whose failure needs no message of its own. */
export const actionFailed = 'That did not work. Try again.'

/** The server's sentence; `otherwise` if the answer has none. */
export function failureText(otherwise: string, error: unknown): string {
  return error instanceof AppError && !(error instanceof WordlessError) ? error.message : otherwise
}
