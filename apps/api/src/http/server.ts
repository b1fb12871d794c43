import { createServer, STATUS_CODES, type RequestListener, type Server, type ServerOptions } from 'node:http'
import type { Duplex } from 'node:stream'
import { AppError } from '@pinmark/shared/errors'
import type { ErrorCode } from '@pinmark/shared/messages'
import { errorCodeHeader } from '@pinmark/shared/paths'
import { newPublicId } from '../base/public-id'
import { requestIdHeader, standardHeaders } from './headers'
import { limitPipelining } from './limits/limit-pipelining'

/** The request handler, and the classes of requests and responses that it needs. */
export interface App extends Pick<ServerOptions, 'IncomingMessage' | 'ServerResponse'> {
  listener: RequestListener
}

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
      keepAliveTimeout: 5_000,
      maxHeaderSize: 8 * 1_024,
      // Checked in the app, so that this refusal too has all headers.
      requireHostHeader: false,
    },
    listener,
  )
  // The server ignores an expectation that it does not know.
  server.on('checkExpectation', listener)
  server.on('clientError', (error: NodeJS.ErrnoException, socket) =>
    answerRaw(socket, rawAnswerTo(error.code)),
  )
  return server
}

/** Answers to errors of the HTTP parser, which occur before a request exists. They are always JSON. They are
 *  built once, because a thousand connections may time out in the same moment. */
export const rawAnswers = {
  bad_request: rawAnswer('bad_request'),
  headers_too_large: rawAnswer('headers_too_large'),
  request_timed_out: rawAnswer('request_timed_out'),
}

function rawAnswerTo(code: string | undefined) {
  if (code === 'HPE_HEADER_OVERFLOW') return rawAnswers.headers_too_large
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return rawAnswers.request_timed_out
  return rawAnswers.bad_request
}

/** @returns the answer without its request id, which goes in between */
function rawAnswer(error: ErrorCode): { start: string; end: string } {
  const { code, message, status } = new AppError(error)
  const body = JSON.stringify({ error: message, code })
  const headers = [
    ...standardHeaders,
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
  if (!socket.writable || ('bytesWritten' in socket && hasAnswerBegun(socket))) return void socket.destroy()
  socket.end(`${start}${newPublicId()}${end}`, () => socket.destroy())
}

/** Whether an earlier answer on this connection is unfinished. Another answer would end up inside it. */
function hasAnswerBegun(socket: Duplex & { _httpMessage?: unknown }): boolean {
  const message = socket._httpMessage
  return (
    typeof message === 'object' &&
    message !== null &&
    'headersSent' in message &&
    message.headersSent === true
  )
}
