import { guestSecretHeader } from '@pinmark/shared/paths'
import type * as z from 'zod/mini'
import { toAppError, WordlessError, type Answer } from './answer'
import { takeFirstAnswer } from './first-answer'
import { NetworkError } from './network-error'
import { endSession, readGuestSecret, readToken } from './session'

interface CallOptions {
  signal?: AbortSignal | undefined
  headers?: Record<string, string>
}

type Schema<T> = z.ZodMiniType<T>

/** Calls of the API. Each answers what `schema` found in the reply.
 *  @throws AppError what the server refused, with its sentence
 *  @throws NetworkError when nothing answered */
export const api = {
  get: <T>(path: string, schema: Schema<T>, options?: CallOptions) =>
    call('GET', path, undefined, schema, options),
  post: <T>(path: string, body: unknown, schema: Schema<T>, options?: CallOptions) =>
    call('POST', path, body, schema, options),
  put: <T>(path: string, body: unknown, schema: Schema<T>, options?: CallOptions) =>
    call('PUT', path, body, schema, options),
  patch: <T>(path: string, body: unknown, schema: Schema<T>, options?: CallOptions) =>
    call('PATCH', path, body, schema, options),
  delete: <T>(path: string, schema: Schema<T>, options?: CallOptions) =>
    call('DELETE', path, undefined, schema, options),
}

/** Headers that say who asks, read anew for every call. */
export function identityHeaders(): Record<string, string> {
  const token = readToken()
  return { ...(token && { Authorization: `Bearer ${token}` }), [guestSecretHeader]: readGuestSecret() }
}

/** Ends the session when the server says that `sentToken` is over, unless somebody has logged in meanwhile. */
export function noticeSessionEnd(header: Answer['header'], sentToken: string | null): void {
  if (header('X-Session-Ended') !== null && sentToken !== null && readToken() === sentToken)
    endSession('expired')
}

async function call<T>(
  method: string,
  path: string,
  body: unknown,
  schema: Schema<T>,
  { signal, headers }: CallOptions = {},
): Promise<T> {
  const sentToken = readToken()
  const answer = await send(takeFirstAnswer(method, path, sentToken), path, {
    method,
    signal: signal ?? null,
    headers: {
      ...identityHeaders(),
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  noticeSessionEnd(answer.header, sentToken)
  if (answer.status >= 400) throw toAppError(answer)
  return parseAnswer(answer.body, schema)
}

/** Something that is no answer of ours: a proxy's page, or a newer server than this page.
 *  @throws AppError unexpected */
export function parseAnswer<T>(body: string, schema: Schema<T>): T {
  try {
    return schema.parse(body === '' ? undefined : JSON.parse(body))
  } catch (cause) {
    throw new WordlessError('unexpected', { cause })
  }
}

async function send(first: Promise<Response> | null, path: string, init: RequestInit): Promise<Answer> {
  try {
    const response = await (first ?? fetch(path, init))
    const body = await response.text()
    return { status: response.status, body, header: (name) => response.headers.get(name) }
  } catch (cause) {
    if (init.signal?.aborted) throw cause
    throw new NetworkError(cause)
  }
}
