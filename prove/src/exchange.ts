/** One request and what came back, with nothing in between that could hide something. */
export interface Question {
  method: string
  path: string
  headers?: Record<string, string>
  body?: string | Uint8Array<ArrayBuffer>
}

export interface Reply {
  status: number
  headers: Headers
  text: string
}

/** Sends a request and reads the whole answer; of an event stream, which never ends, its beginning.
 *  @throws when the connection fails three times, or after half a minute */
export async function exchange(url: string, question: Question): Promise<Reply> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const reply = await exchangeOnce(url, question)
      if (!isBusy(reply) || attempt === 5) return reply
      await new Promise((resolve) => setTimeout(resolve, 500))
    } catch (error) {
      // A connection that was kept for another request can end in the moment it is used again.
      if (error instanceof TypeError && attempt < 3) continue
      throw new Error(`${question.method} ${question.path} broke off`, { cause: error })
    }
  }
}

/** On a machine with too much to do the database can take longer than the server waits. That says nothing about the
 *  question: it is asked again, as the answer wants it. One that is always answered so comes through. */
function isBusy({ status, headers }: Reply): boolean {
  return status === 503 && headers.has('retry-after')
}

async function exchangeOnce(url: string, { method, path, headers, body }: Question): Promise<Reply> {
  const ending = new AbortController()
  const answer = await fetch(url + path, {
    method,
    headers: headers ?? {},
    ...(body !== undefined && { body }),
    redirect: 'manual',
    signal: AbortSignal.any([ending.signal, AbortSignal.timeout(30_000)]),
  })
  const { status, headers: answered } = answer
  if (!(answered.get('content-type') ?? '').startsWith('text/event-stream')) {
    return { status, headers: answered, text: await answer.text() }
  }
  const first = await answer.body?.getReader().read()
  ending.abort()
  return { status, headers: answered, text: Buffer.from(first?.value ?? []).toString() }
}

/** The same with a JSON body. */
export function jsonQuestion(
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Question {
  if (body === undefined) return { method, path, headers }
  return {
    method,
    path,
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  }
}
