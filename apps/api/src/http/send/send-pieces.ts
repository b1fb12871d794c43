import { setImmediate } from 'node:timers/promises'
import type { Request, Response } from 'express'
import { eventLoopSlots } from '../../base/fair-slots'
import { cutOffWhenStalled, takeMemory } from '../limits/unread-answers'

/** Set in `res.locals` of a JSON answer that is mostly a picture: compression leaves it alone. */
export const holdsPicture = 'holdsPicture'

type Piece = Buffer | string
export type Pieces = AsyncIterable<Piece>

/** Limits how many pieces are begun in one turn of the event loop: a thousand readers who begin at the same moment hardly
 *  delay other requests. Networks take turns. */
const turns = eventLoopSlots(2)

/** Sends an answer in pieces. Each piece is made when the previous one was taken, so that a slow reader keeps only one of
 *  them in memory. It ends early when the visitor leaves.
 *  @throws AppError answers_waiting when there is no memory for a long piece, server_busy */
export async function sendPieces(res: Response, pieces: Pieces): Promise<void> {
  cutOffWhenStalled(res)
  const { network } = res.req
  let goOn = () => undefined as void
  // One listener for all pieces: compression passes it to its own stream, which never removes it.
  res.on('drain', () => goOn()).once('close', () => goOn())
  const source = pieces[Symbol.asyncIterator]()
  try {
    while (!res.closed) {
      await turns.run({ account: network, network }, () => setImmediate())
      const taking = await writeNext()
      if (!taking) return void res.end()
      await taking.end
    }
  } finally {
    await source.return?.()
  }

  /** A function of its own, so that no variable keeps a piece while its bytes wait for the reader.
   *  @returns null after the last piece; otherwise the wait until this one is taken */
  async function writeNext(): Promise<{ end: Promise<void> } | null> {
    const { done, value } = await source.next()
    if (done) return null
    // A closed answer takes nothing, and reports no `drain`.
    if (res.closed) return { end: Promise.resolve() }
    // Node reserves three bytes for each character of a waiting text.
    const bytes = typeof value === 'string' ? Buffer.from(value) : value
    const memory = takeMemory(res, bytes.length)
    const isTaken = res.write(bytes)
    const end = isTaken ? Promise.resolve() : new Promise<void>((resolve) => (goOn = resolve))
    return { end: end.then(() => memory[Symbol.dispose]()) }
  }
}

/** The same for text that is one JSON document. The answer to HEAD has no body. */
export async function sendJsonPieces(req: Request, res: Response, pieces: Pieces): Promise<void> {
  if (req.method === 'HEAD') res.end()
  else await sendPieces(res, pieces)
}
