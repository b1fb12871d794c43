import {
  createServer,
  type RequestListener,
  type Server,
  type ServerOptions,
  ServerResponse,
  STATUS_CODES,
  IncomingMessage,
} from 'node:http'
import { connect, createServer as createNetServer, type Server as NetServer, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { AppError } from '@pinmark/shared/errors'
import type { ErrorCode } from '@pinmark/shared/messages'
import { errorCodeHeader } from '@pinmark/shared/paths'
import { StartError } from '../base/failures'
import { newPublicId } from '../base/ids'
import { requestIdHeader, standardHeaders } from './headers'
import { breakOff } from './drain'
import type { Express } from 'express'

/** The request handler, and the classes of requests and responses that it needs. */
export interface App extends Pick<ServerOptions, 'IncomingMessage' | 'ServerResponse'> {
  listener: RequestListener
}

/** How long a connection stays open between two requests. It is longer than proxies keep one: 60 s in nginx and AWS load
 *  balancers, 90 s in Traefik, 120 s in Caddy. A proxy that sends a request while its connection is closed here loses the
 *  request, and does not repeat one that writes. */
const idleConnectionMs = 125_000

/** The HTTP server around the app, with a time limit for every step of a connection. */
export function createHttpServer({ listener: answer, ...classes }: App): Server {
  const listener = limitPipelining(answer)
  const server = createServer(
    {
      ...classes,
      connectionsCheckingInterval: 1_000,
      headersTimeout: 5_000,
      // `limitBodyTime` ends slow bodies earlier. The largest upload may take as long over a slow line.
      requestTimeout: 15 * 60_000,
      keepAliveTimeout: idleConnectionMs,
      maxHeaderSize: 8 * 1_024,
      // Checked in the app, so that this refusal too has all headers.
      requireHostHeader: false,
    },
    listener,
  )
  // The server ignores an expectation that it does not know.
  server.on('checkExpectation', listener)
  // Nothing was read or written for the time that the answer allows.
  server.on('timeout', (socket) => {
    const answer = begunAnswer(socket)
    if (answer) breakOff(answer)
    else socket.destroy()
  })
  // A tunnel. Without a listener, Node ends the connection without an answer.
  server.on('connect', (_req, socket) => answerRaw(socket, rawAnswers.method_not_allowed))
  server.on('clientError', (error: NodeJS.ErrnoException, socket) =>
    answerRaw(socket, rawAnswerTo(error.code)),
  )
  return server
}

/** Answers to errors of the HTTP parser, and to requests for a tunnel. They are always JSON. They are
 *  built once, because a thousand connections may time out in the same moment. */
export const rawAnswers = {
  bad_request: rawAnswer('bad_request'),
  // The address of a tunnel takes no method at all.
  method_not_allowed: rawAnswer('method_not_allowed', ['Allow', '']),
  headers_too_large: rawAnswer('headers_too_large'),
  request_timed_out: rawAnswer('request_timed_out'),
}

function rawAnswerTo(code: string | undefined) {
  if (code === 'HPE_HEADER_OVERFLOW') return rawAnswers.headers_too_large
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return rawAnswers.request_timed_out
  return rawAnswers.bad_request
}

/** @returns the answer without its request id, which goes in between */
function rawAnswer(
  error: ErrorCode,
  ...more: [name: string, value: string][]
): { start: string; end: string } {
  const { code, message, status } = new AppError(error)
  const body = JSON.stringify({ error: message, code })
  const headers = [
    ...standardHeaders,
    ...more,
    [errorCodeHeader, code],
    ['Content-Type', 'application/json; charset=utf-8'],
    ['Content-Length', String(Buffer.byteLength(body))],
    ['Connection', 'close'],
  ]
  const head = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  return {
    start: `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${head}${requestIdHeader}: `,
    end: `\r\n\r\n${body}`,
  }
}

function answerRaw(socket: Duplex, { start, end }: { start: string; end: string }): void {
  if (!socket.writable || begunAnswer(socket)) return void socket.destroy()
  socket.end(`${start}${newPublicId()}${end}`, () => socket.destroy())
}

/** The unfinished answer on a connection, once it has begun. Another answer would end up inside it. */
function begunAnswer(socket: Duplex & { _httpMessage?: unknown }): ServerResponse | null {
  const message = socket._httpMessage
  return message instanceof ServerResponse && message.headersSent ? message : null
}

/** Length of the queue of connections that the system has ready; Linux allows at most `net.core.somaxconn`.
 *  With a short queue, clients that open many connections at once delay all others for a second or more. */
const backlog = 4_096

interface ListenAddress {
  port: number
  /** null: every address of this machine. */
  host: string | null
}

/** Finds the most common mistakes before the database starts: a port that another program uses, and a HOST
 *  that this machine does not have. It does not open the port even for a moment, because a program may
 *  wait for it.
 *  @throws StartError */
export async function checkListenAddress({ port, host }: ListenAddress): Promise<void> {
  if (host !== null) {
    const trial = createNetServer()
    await open(trial, { port: 0, host })
    trial.close()
  }
  if (port !== 0 && (await isTaken(port, host ?? 'localhost'))) throw inUse(port)
}

/** Opens the port.
 *  @returns the port, which the system chose when 0 was asked for
 *  @throws StartError */
export async function listen(server: Server, wanted: ListenAddress): Promise<number> {
  await open(server, wanted)
  const address = server.address()
  return address !== null && typeof address === 'object' ? address.port : wanted.port
}

async function open(server: NetServer, { port, host }: ListenAddress): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen({ port, backlog, ...(host !== null && { host }) }, () => {
      server.off('error', reject)
      resolve()
    })
  }).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'EADDRINUSE'
      ? inUse(port)
      : new StartError(explain(error, port, host), { cause: error })
  })
}

function isTaken(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host, timeout: 1_000 })
    const tell = (isOpen: boolean) => () => {
      socket.destroy()
      resolve(isOpen)
    }
    socket.once('connect', tell(true)).once('error', tell(false)).once('timeout', tell(false))
  })
}

function inUse(port: number): StartError {
  return new StartError(
    `Port ${port} is already in use. Stop the program that uses it, or set PORT to another number.`,
  )
}

function explain(error: NodeJS.ErrnoException, port: number, host: string | null): string {
  if (error.code === 'EACCES') {
    return `This user is not allowed to open port ${port}. Set PORT to a number above 1023.`
  }
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND') {
    return `HOST is "${host}", which is not an address of this machine. Leave it out to use all of them.`
  }
  return `Port ${port} cannot be opened (${error.code ?? error.message}). Set PORT or HOST to something else.`
}

/** Browsers and proxies send the next request on a connection after the previous answer. */
const maxUnanswered = 16

/** Runs the requests of a connection one after the other, and ends connections that send many of them without waiting
 *  for answers. Node reads everything that has arrived on a connection at once, and reports the end of the connection
 *  only to the answer that is being sent. A queued answer would never close, and would keep what it holds. */
function limitPipelining(listener: RequestListener): RequestListener {
  /** The first request of each is running. */
  const unanswered = new WeakMap<Socket, (() => void)[]>()
  return (req, res) => {
    const { socket } = req
    if (socket.destroyed) return
    const queue = unanswered.get(socket) ?? []
    if (queue.length === maxUnanswered) return void socket.destroy()
    const start = () => {
      // The connection has ended, or ends with the answer before this one.
      if (!socket.writable) return
      res.once('close', () => {
        queue.shift()
        queue[0]?.()
      })
      listener(req, res)
    }
    unanswered.set(socket, queue)
    queue.push(start)
    // Checked after all arrived data is read. Otherwise the first request would be answered before the excess
    // is visible.
    if (queue.length === 1) process.nextTick(start)
  }
}

/** Pieces up to this size are joined. */
const smallBytes = 1_024

/** Gives the HTTP server the app's classes of requests and responses. Otherwise Express changes the prototype
 *  of each object, which makes V8 treat every later access to its properties as slow. With the right
 *  prototype from the start, a small answer takes half the processor time. */
export function expressClasses(app: Express): Pick<ServerOptions, 'IncomingMessage' | 'ServerResponse'> {
  class AppRequest extends IncomingMessage {
    /** Small pieces of the body that have arrived in this turn of the event loop. */
    #small: Buffer[] = []

    /** Joins small pieces. The parser gives each chunk of a body its own buffer, which takes some 400 bytes beside its
     *  content, and a sender may send chunks of single bytes. */
    override push(piece: Buffer | null): boolean {
      if (piece === null || piece.length > smallBytes) {
        this.#passOn()
        return super.push(piece)
      }
      if (this.#small.length === 0) setImmediate(() => this.#passOn())
      this.#small.push(piece)
      return this.readableLength + this.#small.length < this.readableHighWaterMark
    }

    #passOn(): void {
      const pieces = this.#small
      this.#small = []
      if (pieces.length > 0 && !this.destroyed) super.push(Buffer.concat(pieces))
    }
  }
  class AppResponse<Asked extends IncomingMessage = IncomingMessage> extends ServerResponse<Asked> {}
  app.request = Object.setPrototypeOf(AppRequest.prototype, app.request)
  app.response = Object.setPrototypeOf(AppResponse.prototype, app.response)
  return { IncomingMessage: AppRequest, ServerResponse: AppResponse }
}
