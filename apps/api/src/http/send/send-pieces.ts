import type { Request, Response } from 'express'

/** Set in `res.locals` of a JSON answer that is mostly a picture: compression leaves it alone. */
export const holdsPicture = 'holdsPicture'

type Piece = Buffer | string
/** Makes pieces on demand. Each request for a piece says whether the previous one was taken at once. */
export type Pieces = AsyncIterable<Piece, unknown, boolean | undefined>

/** Sends an answer in pieces. Each piece is made when the previous one was taken and there is room for another, so
 *  that a slow reader keeps only one of them in memory. It ends early when the visitor leaves.
 *  @throws AppError answers_waiting when there is no room for a long piece */
export async function sendPieces(res: Response, pieces: Pieces): Promise<void> {
  let goOn = () => undefined as void
  // One listener for all pieces: compression passes it to its own stream, which never removes it.
  res.on('drain', () => goOn()).once('close', () => goOn())
  const source = pieces[Symbol.asyncIterator]()
  let wasTakenAtOnce = false
  try {
    do await res.openAnswer?.takeRoom()
    while (!res.closed && (await sendNext()))
  } finally {
    await source.return?.()
  }

  /** A function of its own, so that no variable keeps a piece while the answer waits for room. */
  async function sendNext(): Promise<boolean> {
    const bytes = await nextPiece()
    if (bytes === null) {
      res.end()
      return false
    }
    // A closed answer takes nothing, and reports no `drain`.
    if (res.closed) return false
    res.openAnswer?.holdBytes(bytes.length)
    wasTakenAtOnce = true
    const turn = setImmediate(() => (wasTakenAtOnce = false))
    if (!res.write(bytes)) await new Promise<void>((resolve) => (goOn = resolve))
    clearImmediate(turn)
    res.openAnswer?.holdBytes(0)
    return true
  }

  /** A function of its own, so that no variable keeps the text of a piece while its bytes wait for the reader. */
  async function nextPiece(): Promise<Buffer | null> {
    const { done, value } = await source.next(wasTakenAtOnce)
    if (done) return null
    // Node reserves three bytes for each character of a waiting text.
    return typeof value === 'string' ? Buffer.from(value) : value
  }
}

/** The same for text that is one JSON document. The answer to HEAD has no body. */
export async function sendJsonPieces(req: Request, res: Response, pieces: Pieces): Promise<void> {
  if (req.method === 'HEAD') res.end()
  else await sendPieces(res, pieces)
}
