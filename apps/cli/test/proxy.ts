import { once } from 'node:events'
import { createServer, request, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { listenOnFreePort } from '@pinmark/testbed/free-port'
import { inject, onTestFinished } from 'vitest'

interface Proxy {
  readonly url: string
  /** Called with the number of each request, 1 for the first, when the server has answered it. False loses the answer. */
  passes: (count: number) => boolean | Promise<boolean>
}

/** A proxy in front of the server that can lose answers. */
export async function givenProxy(): Promise<Proxy> {
  const target = inject('url')
  let count = 0
  const server = createServer((incoming, outgoing) => {
    count += 1
    const mine = count
    void (async () => {
      const { method = 'GET', url = '/', headers } = incoming
      const asked = request(`${target}${url}`, { method, headers, agent: false })
      const answered = once(asked, 'response')
      asked.end(await buffer(incoming))
      const [answer]: IncomingMessage[] = await answered
      if (!answer) throw new Error('There was no answer.')
      const body = await buffer(answer)
      if (!(await proxy.passes(mine))) return void incoming.socket.destroy()
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers).end(body)
    })()
  })
  const proxy: Proxy = { url: `http://127.0.0.1:${await listenOnFreePort(server)}`, passes: () => true }
  onTestFinished(async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  })
  return proxy
}
