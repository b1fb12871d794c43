import { createServer, type ServerResponse } from 'node:http'
import { listenOnFreePort } from './free-port'

export interface ReceivedMessage {
  path: string
  headers: Record<string, string>
  body: string
  at: number
}

/** A status, or a function that answers by itself. */
type Reply = number | ((res: ServerResponse) => void)

/** A server on this machine that receives webhooks. */
export interface WebhookReceiver {
  /** A unique address. @param name part of its path */
  newAddress: (name?: string) => string
  /** The messages at an address in order, including refused ones. */
  at: (address: string) => ReceivedMessage[]
  /** Resolves once `count` messages arrived at an address. */
  reach: (address: string, count: number, timeoutMs?: number) => Promise<ReceivedMessage[]>
  /** Sets how messages are answered from now on. */
  answer: (reply: (message: ReceivedMessage) => Reply) => void
  stop: () => Promise<void>
}

export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const messages: ReceivedMessage[] = []
  let reply: (message: ReceivedMessage) => Reply = () => 200
  let count = 0
  const server = createServer((req, res) => {
    const pieces: Buffer[] = []
    req.on('data', (piece: Buffer) => pieces.push(piece))
    req.on('end', () => {
      const headers = Object.entries(req.headers).map(([name, value]) => [name, String(value)])
      const message: ReceivedMessage = {
        path: req.url ?? '',
        headers: Object.fromEntries(headers),
        body: Buffer.concat(pieces).toString('utf8'),
        at: Date.now(),
      }
      const chosen = reply(message)
      messages.push(message)
      if (typeof chosen === 'function') chosen(res)
      else res.writeHead(chosen, { 'Content-Type': 'text/plain' }).end(chosen === 200 ? 'ok' : 'not now')
    })
  })
  const port = await listenOnFreePort(server)
  const at = (wanted: string) => messages.filter(({ path }) => path === new URL(wanted).pathname)
  return {
    newAddress: (name = 'hook') => `http://127.0.0.1:${port}/${name}-${(count += 1)}`,
    at,
    reach: async (wanted, many, timeoutMs = 20_000) => {
      const end = Date.now() + timeoutMs
      while (at(wanted).length < many && Date.now() < end) await new Promise((r) => setTimeout(r, 20))
      const found = at(wanted)
      if (found.length < many) throw new Error(`${found.length} of ${many} messages arrived at ${wanted}.`)
      return found
    },
    answer: (next) => (reply = next),
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
