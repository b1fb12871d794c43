import type { Request, Response } from 'express'

/** As much of a picture in memory as is written at a time; other answers may share the picture itself. */
const sliceBytes = 64 * 1024

/** Set in `res.locals` of a JSON answer that is mostly a picture: compression leaves it alone. */
export const holdsPicture = 'holdsPicture'

type Pieces = AsyncIterable<Buffer | string> | Iterable<Buffer>

/** Sends an answer in pieces, each made when the one before was taken: a visitor who reads slowly, or not at all, keeps
 *  one of them in memory. Ends early when the visitor leaves. */
export async function sendPieces(res: Response, pieces: Pieces): Promise<void> {
  let goOn = () => undefined as void
  // One listener for all pieces: compression hands it on to a stream of its own, which forgets none.
  res.on('drain', () => goOn()).once('close', () => goOn())
  for await (const piece of pieces) {
    if (res.closed) return
    if (!res.write(piece)) await new Promise<void>((resolve) => (goOn = resolve))
  }
  res.end()
}

/** The same for text that is JSON as a whole. The answer to HEAD has none of it. */
export async function sendJsonPieces(
  req: Request,
  res: Response,
  pieces: AsyncIterable<string>,
): Promise<void> {
  if (req.method === 'HEAD') res.end()
  else await sendPieces(res, pieces)
}

/** The bytes in slices without a copy. */
export function* slicesOf(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += sliceBytes) yield bytes.subarray(at, at + sliceBytes)
}
