import {
  fillPath,
  type AnswerOf,
  type Endpoint,
  type Optional,
  type RequestOf,
} from '@pinmark/shared/api/endpoint'
import { CodedError } from '@pinmark/shared/coded-error'
import { errorCodeHeader, idempotencyKeyHeader } from '@pinmark/shared/paths'
import * as z from 'zod/mini'

export interface ClientOptions {
  /** The origin of the server, such as `https://pinmark.example.org`. */
  readonly url: string
  /** Of a login or of the API. */
  readonly token?: string
  /** Ends all requests. */
  readonly signal?: AbortSignal
}

/** What a request may have besides the parts of its contract. */
interface Extras {
  /** The form of an upload. */
  readonly form?: FormData
  /** The same for each try of one request, so that the server stores it once. */
  readonly idempotencyKey?: string
}
type Call<E extends Endpoint> = RequestOf<E> & Extras

interface AnyCall extends Extras {
  readonly params?: Readonly<Record<string, unknown>>
  readonly query?: Readonly<Record<string, string | number | undefined>>
  readonly body?: unknown
}

export interface Client {
  /** Calls an endpoint as its contract says.
   *  @returns the promised answer
   *  @throws CodedError when the server refuses, with its code and sentence
   *  @throws NetworkError without an answer */
  call<E extends Endpoint>(endpoint: E, ...[request]: Optional<Call<E>>): Promise<AnswerOf<E>>
  /** Calls an endpoint that answers with something else than JSON.
   *  @throws the same as `call` */
  load<E extends Endpoint>(endpoint: E, ...[request]: Optional<Call<E>>): Promise<Response>
}

/** How long an answer may take. */
const answerMs = 60_000
/** The same for an upload, and for an answer that is loaded. */
const transferMs = 300_000

/** Methods that may be repeated: a second request with the same body changes nothing more. */
const repeatable = new Set(['GET', 'PUT', 'PATCH', 'DELETE'])
const maxRepeats = 4
const firstPauseMs = 500
/** The longest pause that a server may ask for. */
const maxPauseMs = 60_000

const errorBodySchema = z.object({
  error: z.string(),
  code: z.optional(z.string()),
  endedAt: z.optional(z.string()),
})
const chosenIdSchema = z.object({ _id: z.string() })

/** A client of the API, for Node and browsers. It repeats a request without an answer only if the server then stores it
 *  once: by its method, by its Idempotency-Key, or by the id in its body. */
export function createClient({ url, token, signal }: ClientOptions): Client {
  return {
    async call(endpoint, ...[request]) {
      const { status, text } = await persist(endpoint, request ?? {}, async (response) => ({
        status: response.status,
        text: await response.text(),
      }))
      return parseAnswer(endpoint, status, text)
    },
    load: (endpoint, ...[request]) =>
      persist(endpoint, request ?? {}, (response) => Promise.resolve(response), transferMs),
  }

  /** Sends a request until there is an answer, or a reason to stop. */
  async function persist<T>(
    endpoint: Endpoint,
    asked: AnyCall,
    read: (response: Response) => Promise<T>,
    timeoutMs = asked.form ? transferMs : answerMs,
  ): Promise<T> {
    for (let tries = 0; ; tries += 1) {
      try {
        return await attempt(endpoint, asked, read, timeoutMs)
      } catch (error) {
        const pauseMs = tries < maxRepeats ? pauseAfter(error, tries, isRepeatable(endpoint, asked)) : null
        if (pauseMs === null) throw error
        await pause(pauseMs, signal)
      }
    }
  }

  async function attempt<T>(
    { method, path }: Endpoint,
    asked: AnyCall,
    read: (response: Response) => Promise<T>,
    timeoutMs: number,
  ): Promise<T> {
    const { body, form, idempotencyKey } = asked
    const sent = form ?? (body === undefined ? undefined : JSON.stringify(body))
    const stops = [AbortSignal.timeout(timeoutMs), ...(signal ? [signal] : [])]
    // fetch refuses a header of other letters, such as the … of a token that was copied from where it is shortened.
    if (token !== undefined && !/^[\x20-\x7E\s]*$/.test(token)) throw sessionEnded()
    try {
      const response = await fetch(`${url}${fillPath(path, asked)}`, {
        method,
        headers: {
          // fetch returns the beginning of a compressed answer that is cut off as if it were complete.
          'Accept-Encoding': 'identity',
          ...(token !== undefined && { Authorization: `Bearer ${token}` }),
          ...(idempotencyKey !== undefined && { [idempotencyKeyHeader]: idempotencyKey }),
          ...(typeof sent === 'string' && { 'Content-Type': 'application/json' }),
        },
        ...(sent !== undefined && { body: sent }),
        // A redirect would make a GET of a POST, and may lead the token to another server.
        redirect: 'manual',
        signal: AbortSignal.any(stops),
      })
      if (token !== undefined && response.headers.has('X-Session-Ended')) throw sessionEnded()
      if (!response.ok) throw refusalOf(response, await response.text())
      if (isPage(response)) throw notPinmark(response)
      return await read(response)
    } catch (cause) {
      if (cause instanceof CodedError) throw cause
      signal?.throwIfAborted()
      throw new NetworkError(url, cause)
    }
  }
}

function isRepeatable({ method }: Endpoint, { idempotencyKey, body }: AnyCall): boolean {
  return repeatable.has(method) || idempotencyKey !== undefined || chosenIdSchema.safeParse(body).success
}

/** Milliseconds until the request may be sent again; null if it must not be. */
function pauseAfter(error: unknown, tries: number, mayRepeat: boolean): number | null {
  const growingMs = firstPauseMs * 2 ** tries
  if (error instanceof NetworkError) return mayRepeat ? growingMs : null
  if (!(error instanceof CodedError)) return null
  const { status, retryAfterSeconds } = error
  if (status === 429 || status === 503) {
    // The server has stored nothing, and says when it will.
    if (retryAfterSeconds === undefined) return mayRepeat ? growingMs : null
    return retryAfterSeconds * 1_000 <= maxPauseMs ? retryAfterSeconds * 1_000 : null
  }
  return mayRepeat && (status === 502 || status === 504) ? growingMs : null
}

/** The refusal of the server, from `{ error, code }` or from plain text with a header. */
function refusalOf(response: Response, body: string): CodedError<string> {
  const { error, code, endedAt } = readError(body) ?? {}
  const named = code ?? response.headers.get(errorCodeHeader)
  const retryAfterSeconds = Number.parseInt(response.headers.get('Retry-After') ?? '', 10)
  const options = { endedAt, ...(Number.isFinite(retryAfterSeconds) && { retryAfterSeconds }) }
  if (named === null) return notPinmark(response, options)
  const isUnknown = named === 'route_not_found'
  const text = isUnknown ? `The server does not know this call. ${askForVersion}` : (error ?? body.trim())
  return new CodedError(named, { status: response.status, text }, options)
}

function readError(body: string) {
  try {
    return errorBodySchema.safeParse(JSON.parse(body)).data
  } catch {
    // Plain text, or the page of a proxy.
    return undefined
  }
}

const askForVersion = 'Is the server of another version?'

/** A page of HTML comes from a proxy that asks for a login, or from another program. */
function isPage({ headers }: Response): boolean {
  return headers.get('Content-Type')?.startsWith('text/html') ?? false
}

function notPinmark(response: Response, options = {}): CodedError<string> {
  const { status, headers } = response
  const target = headers.get('Location')
  const text = `The answer (${status}) is not from Pinmark. Is the address right?${target === null ? '' : ` It leads to ${target}.`}`
  return new CodedError('proxy_refused', { status, text }, options)
}

/** The server treats a request with such a token as that of a guest. */
function sessionEnded(): CodedError<string> {
  const text = 'The token is wrong, was revoked or has expired.'
  return new CodedError('session_ended', { status: 401, text }, {})
}

function parseAnswer<E extends Endpoint>({ answers }: E, status: number, text: string): AnswerOf<E> {
  try {
    const schema = answers[status]
    if (schema === undefined || (schema && 'contentTypes' in schema))
      throw new Error(`no JSON with ${status}`)
    const value: unknown = schema ? schema.parse(JSON.parse(text)) : undefined
    // The schema is the one that the type comes from.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    return value as AnswerOf<E>
  } catch (cause) {
    const sentence = `The answer has another form than this client knows. ${askForVersion}`
    throw new CodedError('unexpected', { status, text: sentence }, { cause })
  }
}

/** @throws the reason of an ended signal */
async function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  signal?.throwIfAborted()
  await new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    signal?.addEventListener('abort', end)
  })
  signal?.throwIfAborted()
}

/** There was no answer: no network, no server, or the answer broke off. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError'

  constructor(url: string, cause: unknown) {
    // fetch puts the reason into the cause of its error, such as ECONNREFUSED or DEPTH_ZERO_SELF_SIGNED_CERT.
    const reason = cause instanceof Error ? cause.cause : undefined
    const words =
      reason instanceof Error ? ` (${String('code' in reason ? reason.code : reason.message)})` : ''
    super(`No answer from ${url}${words}.`, { cause })
  }
}
