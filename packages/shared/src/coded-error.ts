/** What `AppError` adds to the catalogue's entry. */
export interface ErrorOptions {
  /** Replaces the sentence of the catalogue in this case. */
  text?: string
  /** Values for the `{placeholders}` of the catalogue's sentence. */
  params?: Record<string, string | number>
  /** The cause; logged, never sent. */
  cause?: unknown
  /** Seconds until a retry makes sense; sent as `Retry-After`. */
  retryAfterSeconds?: number
  /** When the requested link ended or the project was deleted, as an ISO timestamp. */
  endedAt?: string | undefined
}

/** An error of a catalogue. The server and the page know it as `AppError`, each with its own catalogue. */
export class CodedError<Code extends string> extends Error {
  override readonly name = 'AppError'
  readonly status: number
  readonly retryAfterSeconds: number | undefined
  readonly endedAt: string | undefined

  constructor(
    readonly code: Code,
    entry: { readonly status: number; readonly text: string },
    options: ErrorOptions,
  ) {
    super(options.text ?? fill(entry.text, options.params ?? {}), { cause: options.cause })
    this.status = entry.status
    this.retryAfterSeconds = options.retryAfterSeconds
    this.endedAt = options.endedAt
  }
}

function fill(text: string, params: Record<string, string | number>): string {
  return text.replace(/\{(\w+)\}/g, (placeholder, key: string) => String(params[key] ?? placeholder))
}
