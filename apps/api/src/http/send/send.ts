import { setImmediate } from 'node:timers/promises'
import type { Request, Response } from 'express'
import { eventLoopSlots } from '../../base/fair-slots'
import { AppError } from '@pinmark/shared/errors'
import { ByteBudget, byteCache } from '../../base/budgets'
import { keepOpenStream } from '../drain'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'

/** Set in `res.locals` of a JSON answer that is mostly a picture: compression leaves it alone. */
export const holdsPicture = 'holdsPicture'

type Piece = Buffer | string
export type Pieces = AsyncIterable<Piece>

/** One piece is begun in a turn of the event loop: a thousand readers who begin at the same moment hardly
 *  delay other requests. Networks take turns. */
const turns = eventLoopSlots(1)

interface Options {
  /** Whether all readers of the answer get the same bytes, so that a slow one takes no further memory. */
  areShared?: boolean
}

/** Sends an answer in pieces. Each piece is made when the previous one was taken, so that a slow reader keeps only one of
 *  them in memory. It ends early when the visitor leaves.
 *  @throws AppError answers_waiting when the memory for long pieces is used up, server_busy */
export async function sendPieces(
  res: Response,
  pieces: Pieces,
  { areShared = false }: Options = {},
): Promise<void> {
  const { network } = res.req
  let goOn = () => undefined as void
  // One listener for all pieces: compression passes it to its own stream, which never removes it.
  res.on('drain', () => goOn()).once('close', () => goOn())
  const source = pieces[Symbol.asyncIterator]()
  try {
    while (!res.closed) {
      if (!areShared) await turns.run({ account: network, network }, () => setImmediate())
      const written = await writeNext()
      if (!written) break
      await written.isTaken
    }
  } finally {
    await source.return?.()
  }
  if (res.closed) return
  cutOffWhenStalled(res)
  res.end()

  /** A function of its own, so that no variable keeps a piece while its bytes wait for the reader.
   *  @returns null after the last piece; otherwise the wait until this one is taken */
  async function writeNext(): Promise<{ isTaken: Promise<void> } | null> {
    const { done, value } = await source.next()
    // A closed answer takes nothing, and reports no `drain`.
    if (done || res.closed) return null
    // Node reserves three bytes for each character of a waiting text.
    const bytes = typeof value === 'string' ? Buffer.from(value) : value
    const memory = areShared ? null : takeMemory(res, bytes.length)
    const hasRoom = res.write(bytes)
    // The next piece may take long to be made. Only a piece that waits for its reader is a stall.
    if (!hasRoom) cutOffWhenStalled(res)
    const taken = hasRoom ? Promise.resolve() : new Promise<void>((resolve) => (goOn = resolve))
    return {
      isTaken: taken.then(() => {
        res.setTimeout(0)
        memory?.[Symbol.dispose]()
      }),
    }
  }
}

/** The same for the pieces of one JSON document. The answer to HEAD has no body. */
export async function sendJsonPieces(req: Request, res: Response, pieces: Pieces): Promise<void> {
  if (req.method === 'HEAD') res.end()
  else await sendPieces(res, pieces)
}

/** What a reader who does not read may cost. Most answers are sent in small pieces, each made when the one before was
 *  taken. A long text that is sent as a whole waits in memory, so all of these share an amount of it. */

/** Of all networks together. One network gets half of it. */
const waitingBytes = 64 * 1024 * 1024
/** Shorter ones are not counted. */
const longBytes = 96 * 1024
/** A reader who takes nothing for this time is cut off. The system buffers some megabytes for a connection, and reports
 *  progress only when a good part of them is free: at 20 KB/s that takes nearly as long. */
const stallMs = 60_000
const retryAfterSeconds = 5

const budget = new ByteBudget(waitingBytes)

/** Cuts the connection when its reader takes nothing of what was written for a while. A slow reader who takes something now and
 *  then is served. */
export function cutOffWhenStalled(res: Response): void {
  res.setTimeout(stallMs)
}

const uncounted: Disposable = { [Symbol.dispose]: () => undefined }

/** Takes memory for bytes of an answer until the result is disposed of.
 *  @returns null when the memory is used up */
function findMemory({ req }: Response, bytes: number): Disposable | null {
  return bytes <= longBytes ? uncounted : budget.take([req.network], bytes)
}

/** The same.
 *  @throws AppError answers_waiting when the memory is used up */
function takeMemory(res: Response, bytes: number): Disposable {
  const taken = findMemory(res, bytes)
  if (!taken) throw new AppError('answers_waiting', { retryAfterSeconds })
  return taken
}

/** A client that leaves this much unread is cut off, and so is one whose long event finds no memory. It connects again and
 *  receives what it missed. */
const maxWaitingBytes = 128 * 1_024

export interface EventStream {
  /** Bytes that several clients share take memory once. */
  send: (event: string | Buffer) => void
  end: () => void
  onClose: (listener: () => void) => void
}

/** Turns an answer into a stream of server-sent events.
 *  @returns null when the visitor has left */
export function openEventStream(req: Request, res: Response): EventStream | null {
  if (res.closed) return null
  res.status(200)
  res.setHeader('Content-Type', 'text/event-stream; charset=utf-8')
  // Neither proxies nor compression may hold events back.
  res.setHeader('Cache-Control', 'no-cache, no-store, no-transform')
  res.setHeader('X-Accel-Buffering', 'no')
  res.flushHeaders()
  keepOpenStream(res)
  if (req.method === 'HEAD') res.end()
  const taken: Disposable[] = []
  const giveBack = () => taken.splice(0).forEach((memory) => memory[Symbol.dispose]())
  res.on('drain', giveBack).once('close', giveBack)
  return {
    send: (event) => {
      if (res.writableEnded || res.destroyed) return
      // The check comes before the write, because a single event may be larger and would never arrive.
      const isBehind = res.writableLength > maxWaitingBytes
      const memory = isBehind ? null : findMemory(res, Buffer.byteLength(event))
      if (!memory) return void res.destroy()
      taken.push(memory)
      if (res.write(event)) giveBack()
    },
    end: () => void res.end(),
    onClose: (listener) => void (res.closed ? listener() : res.once('close', listener)),
  }
}

/** A longer text is not kept in memory beside others. */
export const longText = 64 * 1024

/** Answers with JSON as a whole.
 *  @throws AppError answers_waiting when the memory for long ones is used up */
export function sendJson(res: Response, value: unknown): void {
  sendText(res.type('json'), JSON.stringify(value))
}

/** The same for a text whose type is set already. */
export function sendText(res: Response, text: string): void {
  if (text.length > longText) {
    const memory = takeMemory(res, Buffer.byteLength(text))
    res.once('close', () => memory[Symbol.dispose]())
    cutOffWhenStalled(res)
  }
  res.send(text)
}

const pack = promisify(gzip)
/** Limit of the compressed bytes together with their texts, which may be hundreds of times as long. */
const maxPackedBytes = 12 * 1024 * 1024
const packed = byteCache<{ bytes: Buffer; text: string }>(maxPackedBytes)
/** Compressing shorter texts saves nothing, and keeping longer ones takes too much memory. */
const worthKeeping = { from: 1024, to: 1024 * 1024 }

/** Answers with a text that is likely to be requested again unchanged, and compresses it only when it has changed. Its
 *  type is set already.
 *  @param key identifies the request, without a visitor's secret
 *  @throws AppError answers_waiting when it is not kept, and the memory for long texts is used up */
export async function sendKeptText(req: Request, res: Response, key: string, text: string): Promise<void> {
  const isWorthKeeping = text.length >= worthKeeping.from && text.length <= worthKeeping.to
  if (!isWorthKeeping || !req.acceptsEncodings('gzip')) return sendText(res, text)
  res.vary('Accept-Encoding')
  const known = packed.get(key)
  const bytes = known?.text === text ? known.bytes : await pack(text)
  if (known?.text !== text) packed.set(key, { bytes, text })
  // The bytes are those of the cache, which all readers share.
  if (bytes.length > longText) cutOffWhenStalled(res)
  res.setHeader('Content-Encoding', 'gzip')
  res.send(bytes)
}
