/** Calls of the API inside the process, for the sender of a request. They run through the same routes as calls from outside,
 *  so that permissions, limits, rates and repeated requests are the same. */
import type { Socket } from 'node:net'
import { Duplex } from 'node:stream'
import { type ErrorRequestHandler, type Request, type RequestHandler, type Response, Router } from 'express'
import { type Endpoint, fillPath } from '@pinmark/shared/api/endpoint'
import { AppError } from '@pinmark/shared/errors'
import './route'

export interface InnerCall {
  endpoint: Endpoint
  params?: Readonly<Record<string, string>>
  query?: Readonly<Record<string, string | number | undefined>>
  headers?: Readonly<Record<string, string>>
  /** Parsed JSON. */
  body?: unknown
  /** Files, instead of `body`. */
  form?: FormData
}

export interface InnerAnswer {
  status: number
  contentType: string
  retryAfterSeconds: number | undefined
  /** Null if it is longer than the caller takes. */
  bytes: Buffer | null
}

export type CallInside = (
  asked: { req: Request; res: Response },
  call: InnerCall,
  maxBytes: number,
) => Promise<InnerAnswer>

/** @param steps what a call runs through: checks, routes, the handler of errors */
export function innerCalls(steps: readonly (RequestHandler | ErrorRequestHandler)[]): CallInside {
  const router = Router()
  router.use(...steps)
  return async (asked, { endpoint, params, query, headers, body, form }, maxBytes) => {
    const sink = new Sink(maxBytes)
    const req = newLike(asked.req, sink)
    const res = newLike(asked.res, req)
    const { actor, network, requestId, routePattern } = asked.req
    Object.assign(req, { res, actor, network, requestId, routePattern, endpoint, body })
    req.method = endpoint.method
    req.url = fillPath(endpoint.path, { ...(params && { params }), ...(query && { query }) })
    req.originalUrl = req.url
    const { host, 'x-forwarded-proto': scheme } = asked.req.headers
    req.headers = { ...headers, host, 'x-forwarded-proto': scheme }
    res.locals = {}
    await sendBody(req, form)
    const closed = new Promise<void>((resolve) => sink.once('close', resolve))
    res.once('finish', () => sink.destroy())
    // The sender has left. What is being stored is stored.
    const leave = () => sink.destroy()
    // A tool may make many calls at once.
    asked.res.setMaxListeners(Infinity)
    asked.res.once('close', leave)
    // All that an answer needs of a socket.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    res.assignSocket(sink as unknown as Socket)
    router(req, res, () => res.status(404).end())
    await closed
    asked.res.off('close', leave)
    // Nobody reads this refusal.
    if (asked.res.closed) throw new AppError('bad_request')
    return answerOf(res, sink)
  }
}

/** A request or answer with the class of another one, which is that of the app: see `expressClasses` in server.ts. */
function newLike<Message extends object>(one: Message, of: object): Message {
  const made: Message = Reflect.construct(one.constructor, [of])
  return made
}

async function sendBody(req: Request, form: FormData | undefined): Promise<void> {
  if (form) {
    const encoded = new globalThis.Response(form)
    const bytes = Buffer.from(await encoded.arrayBuffer())
    req.headers['content-type'] = encoded.headers.get('content-type') ?? ''
    req.headers['content-length'] = String(bytes.length)
    req.push(bytes)
  }
  req.push(null)
  req.complete = true
}

/** @throws AppError unexpected when the answer was cut off */
function answerOf(res: Response, sink: Sink): InnerAnswer {
  if (!res.writableFinished && !sink.isOver) throw new AppError('unexpected')
  const retryAfter = res.getHeader('Retry-After')
  return {
    status: res.statusCode,
    contentType: String(res.getHeader('Content-Type') ?? ''),
    retryAfterSeconds: retryAfter === undefined ? undefined : Number(retryAfter),
    bytes: sink.body(),
  }
}

/** Takes the bytes of an answer in place of a connection. */
class Sink extends Duplex {
  /** Whether the answer is longer than `maxBytes`. */
  isOver = false
  readonly #pieces: Buffer[] = []
  #length = 0

  constructor(private readonly maxBytes: number) {
    // It takes all at once, so that no answer waits for room.
    super({ highWaterMark: 2 * maxBytes })
  }

  override _read(): void {}

  override _write(piece: Buffer, _encoding: string, done: () => void): void {
    this.#length += piece.length
    this.isOver = this.#length > this.maxBytes
    if (this.isOver) this.destroy()
    else this.#pieces.push(piece)
    done()
  }

  /** A reader in this process never stalls. */
  setTimeout(): this {
    return this
  }

  /** What follows the headers. */
  body(): Buffer | null {
    if (this.isOver) return null
    const all = Buffer.concat(this.#pieces)
    return all.subarray(all.indexOf('\r\n\r\n') + 4)
  }
}
