import { errorCatalogue, type ErrorCode } from './messages'

interface AppErrorOptions {
  /** Another sentence than the catalogue's, for this one case. */
  text?: string
  /** Values for the `{placeholders}` of the catalogue's sentence. */
  params?: Record<string, string | number>
  /** What caused it; logged, never sent. */
  cause?: unknown
  /** Seconds after which trying again makes sense; sent as `Retry-After`. */
  retryAfterSeconds?: number
  /** When the link that was asked by ended, as an ISO timestamp. */
  endedAt?: string | undefined
}

/** The one error of Pinmark: thrown by the API, sent as `{ error, code }`, rebuilt by the web app. */
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
