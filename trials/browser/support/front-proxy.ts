import { createServer, request as ask, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface FrontProxyOptions {
  /** Passes an answer on when it has ended, as a proxy that buffers does. */
  buffers?: boolean
  /** Refuses larger bodies with a page, as nginx does. */
  maxBodyBytes?: number
  /** Asks for this name and password first. */
  login?: { username: string; password: string }
  /** Keeps `Authorization` to itself, as nginx does with `proxy_set_header Authorization ""`. */
  stripsAuthorization?: boolean
  /** Answers only addresses below this path, without it, for example `/pinmark`. */
  below?: string
}

/** A reverse proxy in front of the server at `target`, on a port of its own. */
export async function startFrontProxy(target: string, options: FrontProxyOptions) {
  const server = createServer((req, res) => pass(target, options, req, res))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- A server on a port has such an address.
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function pass(target: string, options: FrontProxyOptions, req: IncomingMessage, res: ServerResponse): void {
  const { buffers = false, maxBodyBytes = Infinity, login, stripsAuthorization, below = '' } = options
  const expected = login && `Basic ${Buffer.from(`${login.username}:${login.password}`).toString('base64')}`
  if (expected !== undefined && req.headers.authorization !== expected) {
    res.setHeader('WWW-Authenticate', 'Basic realm="Studio"')
    return refuse(req, res, 401)
  }
  if (Number(req.headers['content-length'] ?? 0) > maxBodyBytes) return refuse(req, res, 413)
  if (!req.url?.startsWith(below)) return refuse(req, res, 404)
  const path = req.url.slice(below.length) || '/'
  const { authorization, ...others } = req.headers
  const headers = { ...others, ...(authorization && !stripsAuthorization && { authorization }) }
  const onward = ask(new URL(path, target), { method: req.method, headers }, (answer) => {
    if (!buffers) {
      res.writeHead(answer.statusCode ?? 502, answer.headers)
      return void answer.pipe(res)
    }
    const pieces: Buffer[] = []
    answer.on('data', (piece: Buffer) => pieces.push(piece))
    answer.on('end', () => {
      res.writeHead(answer.statusCode ?? 502, answer.headers)
      res.end(Buffer.concat(pieces))
    })
  })
  onward.on('error', () => res.destroy())
  res.on('close', () => onward.destroy())
  req.pipe(onward)
}

function refuse(req: IncomingMessage, res: ServerResponse, status: number): void {
  req.resume()
  res.writeHead(status, { 'Content-Type': 'text/html' })
  res.end(`<html><head><title>${status}</title></head><body><h1>${status}</h1></body></html>`)
}
