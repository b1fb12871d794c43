import { AppError, sayError, WordlessError } from '@pinmark/shared/page-errors'
import { isPageErrorCode, type PageErrorCode } from '@pinmark/shared/page-messages'
import { errorCodeHeader, errorParamsHeader } from '@pinmark/shared/paths'
import { m } from '@pinmark/words/messages'
import * as z from 'zod/mini'

/** An answer, from `fetch` or from an upload. */
export interface Answer {
  status: number
  body: string
  /** Null if the header is missing. */
  header: (name: string) => string | null
}

const errorBodySchema = z.object({
  error: z.string(),
  code: z.optional(z.string()),
  endedAt: z.optional(z.string()),
})

/** The refusal as an AppError, from `{ error, code }`. `takesText`: a call that is refused in plain text, with the code
 *  in a header. */
export function toAppError({ status, body, header }: Answer, { takesText = false } = {}): AppError {
  const { error, code, endedAt } = readError(body) ?? {}
  const named = code ?? header(errorCodeHeader)
  const retryAfterSeconds = Number.parseInt(header('Retry-After') ?? '', 10)
  const options = Number.isFinite(retryAfterSeconds) ? { retryAfterSeconds } : {}
  if (named === null) return proxyError(status, options)
  const plain = takesText && header('Content-Type')?.startsWith('text/plain') ? body.trim() : ''
  const values = header(errorParamsHeader) ?? ''
  const text = sayError(named, values, retryAfterSeconds) ?? error ?? plain
  const known = isPageErrorCode(named) ? named : codeFor(status)
  return text ? new AppError(known, { ...options, text, endedAt, named }) : new WordlessError(known, options)
}

function readError(body: string) {
  try {
    return errorBodySchema.safeParse(JSON.parse(body)).data
  } catch {
    // Plain text, or the page of a proxy in between.
    return undefined
  }
}

/** An answer without a code is from a proxy in front of the server. */
function proxyError(status: number, options: { retryAfterSeconds?: number }): AppError {
  if (status === 401) return new AppError('proxy_login_needed')
  if (status === 413) return new AppError('proxy_limit')
  if (status === 408) return new WordlessError('request_timed_out', options)
  if (status === 429) return new WordlessError('too_many_requests', options)
  if (status >= 500) return new WordlessError('server_busy', options)
  return new AppError('proxy_refused')
}

/** @throws AppError proxy_login_needed for a page, which a proxy or a network sends to let people log in: the server itself
 *  answers no call with one */
export function refusePage(header: Answer['header']): void {
  if (header('Content-Type')?.startsWith('text/html')) throw new AppError('proxy_login_needed')
}

/** The code of a newer server is unknown here. */
function codeFor(status: number): PageErrorCode {
  if (status === 401) return 'sign_in_required'
  if (status === 403) return 'not_allowed'
  if (status === 404) return 'route_not_found'
  if (status === 413) return 'body_too_large'
  if (status === 429) return 'too_many_requests'
  if (status === 503) return 'server_busy'
  return status >= 500 ? 'unexpected' : 'bad_request'
}

/** There was no answer: no network, no server, or the answer broke off. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError'

  constructor(cause: unknown) {
    super(m.server_no_answer(), { cause })
  }
}

/** Watches a request, which counts as lost when nothing is heard of it for `maxMs`: a network that loses packets can leave
 *  it without an answer and without an error.
 *  @param stop ends the request too
 *  @returns `signal` ends the request */
export function watchLine(maxMs: number, stop?: AbortSignal | null) {
  const line = new AbortController()
  const hangUp = () => line.abort()
  let timer = setTimeout(hangUp, maxMs)
  stop?.addEventListener('abort', hangUp)
  if (stop?.aborted) hangUp()
  return {
    signal: line.signal,
    /** @param nextMs the longest time until the next sign */
    heard(nextMs = maxMs) {
      clearTimeout(timer)
      timer = setTimeout(hangUp, nextMs)
    },
    /** Ends the request, if it has not ended, and the watch. */
    end() {
      clearTimeout(timer)
      stop?.removeEventListener('abort', hangUp)
      hangUp()
    },
  }
}
