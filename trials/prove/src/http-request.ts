import { Agent, request, type IncomingMessage } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'

/** A request for an HTTP client that hides nothing. */
export interface HttpRequest {
  method: string
  path: string
  headers?: Record<string, string>
  body?: string | Uint8Array<ArrayBuffer>
}

export interface HttpAnswer {
  status: number
  headers: Headers
  /** Decompressed, if the request accepted compressed answers. */
  text: string
}

/** Sends a request and reads the whole answer. Of an event stream, which never ends, only the beginning is read.
 *  @throws when the connection fails three times, or after half a minute */
export async function sendRequest(url: string, sent: HttpRequest): Promise<HttpAnswer> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const answer = await sendOnce(url, sent)
      if (!isBusy(answer) || attempt === 5) return answer
      await pause(500)
    } catch (error) {
      // A reused connection can be closed at that moment.
      if (isBroken(error) && attempt < 3) continue
      throw new Error(`${sent.method} ${sent.path} broke off: ${String(error)}`, { cause: error })
    }
  }
}

function isBroken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && /^(ECONN|EPIPE)/.test(String(error.code))
}

/** On an overloaded machine the database can take longer than the server waits. Such an answer says nothing about
 *  the request. It is repeated, as its `Retry-After` says. A request that always gets this answer is reported. */
function isBusy({ status, headers }: HttpAnswer): boolean {
  return status === 503 && headers.has('retry-after')
}

/** Connections are reused, as in a browser. */
const agent = new Agent({ keepAlive: true })

/** Without `fetch`, which costs twice as much and always asks for compressed answers. */
function sendOnce(url: string, { method, path, headers, body }: HttpRequest): Promise<HttpAnswer> {
  return new Promise((resolve, reject) => {
    const signal = AbortSignal.timeout(30_000)
    const asked = request(new URL(url + path), { method, headers: headers ?? {}, agent, signal })
    asked.once('error', reject).once('response', (answer) => {
      readAnswer(answer).then(resolve, reject)
    })
    asked.end(body)
  })
}

async function readAnswer(answer: IncomingMessage): Promise<HttpAnswer> {
  const headers = new Headers()
  for (const [name, values] of Object.entries(answer.headersDistinct)) {
    for (const value of values ?? []) headers.append(name, value)
  }
  const isStream = headers.get('content-type')?.startsWith('text/event-stream') ?? false
  const chunks: Buffer[] = []
  for await (const chunk of answer) {
    chunks.push(Buffer.from(chunk))
    // The stream never ends. Leaving the loop ends the connection.
    if (isStream) break
  }
  const bytes = unpack(Buffer.concat(chunks), headers.get('content-encoding'))
  return { status: answer.statusCode ?? 0, headers, text: bytes.toString() }
}

function unpack(bytes: Buffer, packing: string | null): Buffer {
  // The answer to a HEAD describes a body that it does not have.
  if (bytes.length === 0 || packing === null) return bytes
  if (packing === 'br') return brotliDecompressSync(bytes)
  if (packing === 'gzip') return gunzipSync(bytes)
  throw new Error(`The answer is compressed with ${packing}, which was not requested.`)
}

/** A request with a JSON body. */
export function jsonRequest(
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): HttpRequest {
  if (body === undefined) return { method, path, headers }
  return {
    method,
    path,
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  }
}
