import type { Request, Response } from 'express'
import { holdBytes, takeRoom } from '../limits/open-answers'

/** Set in `res.locals` of a JSON answer that is mostly a picture: compression leaves it alone. */
export const holdsPicture = 'holdsPicture'

/** Sends an answer in pieces, each made when the one before was taken and there is room for another: a visitor who reads
 *  slowly, or not at all, keeps one of them in memory. Ends early when the visitor leaves. */
export async function sendPieces(res: Response, pieces: AsyncIterable<Buffer | string>): Promise<void> {
  let goOn = () => undefined as void
  // One listener for all pieces: compression hands it on to a stream of its own, which forgets none.
  res.on('drain', () => goOn()).once('close', () => goOn())
  await takeRoom(res)
  for await (const piece of pieces) {
    if (res.closed) return
    // Of a text that waits, Node keeps three bytes for each character.
    const bytes = typeof piece === 'string' ? Buffer.from(piece) : piece
    holdBytes(res, bytes.length)
    if (!res.write(bytes)) await new Promise<void>((resolve) => (goOn = resolve))
    holdBytes(res, 0)
    await takeRoom(res)
  }
  res.end()
}

/** The same for text that is JSON as a whole. The answer to HEAD has none of it. */
export async function sendJsonPieces(
  req: Request,
  res: Response,
  pieces: AsyncIterable<Buffer | string>,
): Promise<void> {
  if (req.method === 'HEAD') res.end()
  else await sendPieces(res, pieces)
}
