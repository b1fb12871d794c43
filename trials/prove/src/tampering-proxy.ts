import { once } from 'node:events'
import { createServer, request, type IncomingHttpHeaders, type IncomingMessage, type Server } from 'node:http'
import { listenOnFreePort } from '@pinmark/testbed/free-port'
import type { Trial } from './promise'

/** A request on its way to the server. Changes to it are forwarded. */
export interface Passing {
  method: string
  path: string
  headers: IncomingHttpHeaders
  body: Buffer
}

/** An answer on its way back. */
export interface Returning {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
}

interface Tampering {
  /** May change the request, or answer it instead of the server. */
  onRequest?: (request: Passing) => Promise<Returning | undefined> | Returning | undefined | void
  /** May change the answer. */
  onAnswer?: (answer: Returning, request: Passing) => void
}

/** An HTTP proxy that removes a protection of the server behind it. Controls use it. */
export class TamperingProxy {
  readonly #server: Server
  url = ''

  private constructor(
    readonly targetPort: number,
    readonly tampering: Tampering,
  ) {
    this.#server = createServer((incoming, outgoing) => {
      this.#pass(incoming).then(
        ({ status, headers, body }) => outgoing.writeHead(status, headers).end(body),
        () => outgoing.destroy(),
      )
    })
  }

  /** Starts a proxy that is closed after the trial. */
  static async to(trial: Trial, targetPort: number, tampering: Tampering): Promise<TamperingProxy> {
    const proxy = new TamperingProxy(targetPort, tampering)
    trial.afterwards(() => proxy.#close())
    proxy.url = `http://127.0.0.1:${await listenOnFreePort(proxy.#server)}`
    return proxy
  }

  async #close(): Promise<void> {
    this.#server.close()
    this.#server.closeAllConnections()
    await once(this.#server, 'close')
  }

  async #pass(incoming: IncomingMessage): Promise<Returning> {
    const { method = 'GET', url = '/', headers } = incoming
    const passing: Passing = { method, path: url, headers: { ...headers }, body: await bytesOf(incoming) }
    const instead = await this.tampering.onRequest?.(passing)
    const answer = instead ?? (await this.#ask(passing))
    delete answer.headers['transfer-encoding']
    this.tampering.onAnswer?.(answer, passing)
    if (answer.headers['content-length'] !== undefined && method !== 'HEAD') {
      answer.headers['content-length'] = String(answer.body.length)
    }
    return answer
  }

  async #ask({ method, path, headers, body }: Passing): Promise<Returning> {
    // An answer that will be changed must not be compressed.
    const plain = { ...headers, 'accept-encoding': 'identity' }
    const place = { port: this.targetPort, host: '127.0.0.1', agent: false }
    const asked = request({ ...place, method, path, headers: plain })
    asked.end(body)
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      asked.once('response', resolve).once('error', reject)
    })
    const { statusCode: status = 502, headers: answered } = answer
    const isStream = method !== 'HEAD' && (answered['content-type'] ?? '').startsWith('text/event-stream')
    if (!isStream) {
      return { status, headers: { ...answered }, body: await bytesOf(answer) }
    }
    // The client needs only the beginning of the answer.
    const first = await new Promise<Buffer>((resolve, reject) => {
      answer.once('data', resolve).once('error', reject)
    })
    answer.destroy()
    return { status, headers: { ...answered }, body: first }
  }
}

async function bytesOf(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of message) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks)
}
