import { createHmac, randomBytes } from 'node:crypto'

const keyBytes = 32
const prefix = 'whsec_'

export function newSigningKey(): string {
  return prefix + randomBytes(keyBytes).toString('base64')
}

/** The headers of a message in the Standard Webhooks scheme: the same id for every attempt, the time of this
 *  attempt, and, if there is a key, a signature of both and of the body. */
export function messageHeaders(id: string, body: string, key: string | null): Record<string, string> {
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
