import { createHmac, randomBytes } from 'node:crypto'
import { Agent as HttpAgent, type IncomingMessage, request as requestHttp } from 'node:http'
import { Agent as HttpsAgent, request as requestHttps } from 'node:https'
import type { Wording } from '@pinmark/words/server'
import { findAddresses, lookupOf, openAddress } from './find-address'

/** Time limit from the first query to a name server to the last byte of the answer. */
const timeoutMs = 10_000
/** Time limit for the name servers. The lookup of the system after them leaves time for the message. */
const resolveMs = 5_000
/** Bytes of an answer that are kept, enough to find the problem. */
const maxAnswerBytes = 2_048
const maxHeaderBytes = 8 * 1024

/** Why an answer is missing; `other` for a failed connection. */
type Problem = 'inside' | 'unknown' | 'late' | 'unreadable' | 'unsent' | 'other'

/** The sentence for a problem. */
export function sayProblem(m: Wording['m'], problem: Problem): string {
  return m.webhook_problem({ problem, seconds: timeoutMs / 1_000 })
}

export interface PostOutcome {
  /** Null without an answer. */
  status: number | null
  /** The reason if there is no answer. */
  problem: string | null
  /** The beginning of the answer. */
  response: string
  ms: number
}

interface Post {
  url: string
  headers: Record<string, string>
  body: string
  allowPrivate: boolean
  m: Wording['m']
}

/** Sends a message to an address that an account entered. The name is resolved once, and the connection uses
 *  the checked address. Redirects are answers like any other. Never rejects. */
async function postMessage({ url: text, headers, body, allowPrivate, m }: Post): Promise<PostOutcome> {
  const start = performance.now()
  const outcome = (found: Partial<PostOutcome>): PostOutcome => ({
    ...{ status: null, problem: null, response: '', ...found },
    ms: Math.round(performance.now() - start),
  })
  const url = new URL(text)
  const addresses = await findAddresses(url, { allowPrivate, timeoutMs: resolveMs })
  if (!Array.isArray(addresses)) return outcome({ problem: sayProblem(m, addresses) })

  const signal = AbortSignal.timeout(Math.max(1, Math.ceil(timeoutMs - (performance.now() - start))))
  const isSecure = url.protocol === 'https:'
  const options = {
    method: 'POST',
    headers: { ...headers, 'Content-Length': Buffer.byteLength(body), 'User-Agent': 'Pinmark' },
    lookup: lookupOf(addresses),
    maxHeaderSize: maxHeaderBytes,
    signal,
  }
  try {
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      // A separate agent, because a kept connection would use an address that was checked earlier.
      const request = isSecure
        ? requestHttps(url, { ...options, agent: new HttpsAgent({ keepAlive: false }) }, resolve)
        : requestHttp(url, { ...options, agent: new HttpAgent({ keepAlive: false }) }, resolve)
      request.on('error', reject)
      // An answer that asks for another protocol (101) ends the connection with neither a response nor an error:
      // https://nodejs.org/api/http.html#event-upgrade_1
      request.on('close', () => reject(new Error('the connection was closed')))
      request.end(body)
    })
    return outcome({ status: answer.statusCode ?? null, response: await beginningOf(answer) })
  } catch {
    return outcome({ problem: sayProblem(m, signal.aborted ? 'late' : 'other') })
  }
}

/** Reads no more than is kept. The status counts even if the body breaks off. */
async function beginningOf(answer: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = []
  let length = 0
  try {
    for await (const piece of answer.iterator({ destroyOnReturn: true })) {
      const bytes = Buffer.from(piece)
      pieces.push(bytes)
      length += bytes.length
      if (length >= maxAnswerBytes) break
    }
  } catch {
    // The status has arrived, and decides.
  } finally {
    answer.destroy()
  }
  return readable(Buffer.concat(pieces).subarray(0, maxAnswerBytes))
}

/** Replaces control characters, which the page would not show. */
function readable(bytes: Buffer): string {
  return bytes.toString('utf8').replace(/[^\P{C}\n\t]/gu, '')
}

export interface DeliverySettings {
  secrets: { pepper: string }
  webhookAllowPrivate: boolean
}

interface Message {
  id: string
  body: string
  sealed: string
  /** The words for problems. */
  m: Wording['m']
}

/** Sends one message to the address of a webhook, once. */
export async function deliver(
  { secrets, webhookAllowPrivate }: DeliverySettings,
  { id, body, sealed, m }: Message,
): Promise<PostOutcome> {
  const address = openAddress(secrets.pepper, sealed)
  if (!address) {
    return { status: null, problem: sayProblem(m, 'unreadable'), response: '', ms: 0 }
  }
  const { url, key } = address
  return postMessage({
    ...{ url, body, m },
    headers: messageHeaders(id, body, key),
    allowPrivate: webhookAllowPrivate,
  })
}

export function isDelivered({ status }: Pick<PostOutcome, 'status'>): boolean {
  return status !== null && status >= 200 && status < 300
}

const keyBytes = 32
const prefix = 'whsec_'

export function newSigningKey(): string {
  return prefix + randomBytes(keyBytes).toString('base64')
}

/** The headers of a message in the Standard Webhooks scheme: the same id for every attempt, the time of this
 *  attempt, and, if there is a key, a signature of both and of the body. */
function messageHeaders(id: string, body: string, key: string | null): Record<string, string> {
  const seconds = String(Math.floor(Date.now() / 1_000))
  const headers = {
    'Content-Type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': seconds,
  }
  if (key === null) return headers
  const signing = createHmac('sha256', Buffer.from(key.slice(prefix.length), 'base64'))
  const signature = signing.update(`${id}.${seconds}.${body}`).digest('base64')
  return { ...headers, 'webhook-signature': `v1,${signature}` }
}
