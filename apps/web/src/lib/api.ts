import { AppError, WordlessError } from '@pinmark/shared/page-errors'
import {
  fillPath,
  type AnswerOf,
  type Endpoint,
  type Optional,
  type RequestOf,
} from '@pinmark/shared/api/endpoint'
import { errorCodeHeader, idempotencyKeyHeader } from '@pinmark/shared/paths'
import { NetworkError, refusePage, toAppError, watchLine, type Answer } from './answer'
import { takeFirstAnswer } from './first-script'
import { identityHeaders, readToken } from './identity'
import { hearTime } from './server-time'
import { endSession } from './session'

/** What a call may have besides the parts of its contract. */
interface Extras {
  readonly signal?: AbortSignal | undefined
  /** Makes a repeated request change nothing more. */
  readonly idempotencyKey?: string
}
type Call<E extends Endpoint> = RequestOf<E> & Extras

/** The parts that a call to any endpoint may have. */
interface AnyCall extends Extras {
  readonly params?: Readonly<Record<string, unknown>>
  readonly query?: Readonly<Record<string, string | number | undefined>>
  readonly body?: unknown
}

/** A call counts as lost when no answer begins for this time. */
const silenceMs = 30_000
/** And when the body of the answer has not arrived after this time. */
const maxBodyMs = 120_000

/** Methods that may be repeated: a second request with the same body changes nothing more. */
const repeatable = new Set(['PUT', 'PATCH', 'DELETE'])

/** Calls an endpoint of the API as its contract says, and returns the promised answer. A change without an answer is sent
 *  once more, because it may have arrived, and so is a call with an `idempotencyKey`.
 *  @throws AppError when the server refuses, with its sentence
 *  @throws NetworkError without an answer */
export async function call<E extends Endpoint>(
  endpoint: E,
  ...[request]: Optional<Call<E>>
): Promise<AnswerOf<E>> {
  const asked: AnyCall = request ?? {}
  const { body, signal, idempotencyKey } = asked
  const { method } = endpoint
  const path = fillPath(endpoint.path, asked)
  const sentToken = readToken()
  const attempt = (first: Promise<Response> | null = null) =>
    send(first, path, {
      method,
      signal: signal ?? null,
      headers: {
        ...identityHeaders(),
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...(idempotencyKey && { [idempotencyKeyHeader]: idempotencyKey }),
      },
      body: body === undefined ? null : JSON.stringify(body),
    })
  let answer = await attempt(takeFirstAnswer(method, path, sentToken)).catch((error: unknown) => {
    if (!(error instanceof NetworkError)) throw error
    if (method === 'DELETE') unanswered.add(path)
    if (!idempotencyKey && !repeatable.has(method)) throw error
    return attempt()
  })
  // Refused by a proxy with a login of its own, so the server has not seen it.
  if (sentToken && answer.status === 401 && !answer.header(errorCodeHeader)) {
    // From now on, `Authorization` is left to that proxy.
    document.documentElement.setAttribute('data-proxy-login', '')
    answer = await attempt()
  }
  noticeSessionEnd(answer.header, sentToken)
  hearTime(answer.header('Date'))
  if (answer.status >= 400) throw toAppError(answer)
  return parseAnswer(endpoint, answer)
}

/** Addresses of which a deletion got no answer, so that it may have been made. */
const unanswered = new Set<string>()

/** Calls an endpoint that deletes something. It also succeeds when the server says that the thing no longer exists. That a
 *  project does not exist counts only after an attempt without an answer: the sender may just no longer see it.
 *  @throws AppError when the server refuses
 *  @throws NetworkError without an answer */
export async function callDeletion<E extends Endpoint>(
  endpoint: E,
  ...request: Optional<Call<E>>
): Promise<void> {
  const asked: AnyCall = request[0] ?? {}
  const path = fillPath(endpoint.path, asked)
  try {
    await call(endpoint, ...request)
  } catch (error) {
    // A proxy gave up waiting for the answer.
    if (error instanceof WordlessError) unanswered.add(path)
    // Without a session, the sender may not see the thing any more.
    if (!(error instanceof AppError) || !isGone(error.named, path) || readToken() === null) throw error
  }
  unanswered.delete(path)
}

/** @param code of a refusal */
function isGone(code: string, path: string): boolean {
  if (code === 'project_not_found') return unanswered.has(path)
  return code.endsWith('_not_found') && code !== 'route_not_found'
}

/** Ends the session when the server says that `sentToken` has expired, unless a new login has replaced it. */
export function noticeSessionEnd(header: Answer['header'], sentToken: string | null): void {
  if (header('X-Session-Ended') && sentToken && readToken() === sentToken) endSession('expired')
}

/** @throws AppError proxy_login_needed for a page; unexpected for another answer that the contract does not allow, from a
 *  proxy or a newer server */
export function parseAnswer<E extends Endpoint>({ answers }: E, answer: Answer): AnswerOf<E> {
  const { status, body, header } = answer
  refusePage(header)
  try {
    const schema = answers[status]
    if (schema === undefined || (schema && 'contentTypes' in schema))
      throw new Error(`no JSON with ${status}`)
    const value: unknown = schema ? schema.parse(JSON.parse(body)) : undefined
    // The schema is the one that the type comes from.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    return value as AnswerOf<E>
  } catch (cause) {
    throw new WordlessError('unexpected', { cause })
  }
}

async function send(first: Promise<Response> | null, path: string, init: RequestInit): Promise<Answer> {
  const { signal } = init
  const line = watchLine(silenceMs, signal)
  // The first script's request cannot be aborted, only left.
  const left = new Promise<never>((_, reject) =>
    line.signal.addEventListener('abort', () => reject(line.signal.reason)),
  )
  try {
    line.signal.throwIfAborted()
    const response = await Promise.race([left, first ?? fetch(path, { ...init, signal: line.signal })])
    line.heard(maxBodyMs)
    const body = await Promise.race([left, response.text()])
    return { status: response.status, body, header: (name) => response.headers.get(name) }
  } catch (cause) {
    if (signal?.aborted) throw cause
    throw new NetworkError(cause)
  } finally {
    line.end()
  }
}
