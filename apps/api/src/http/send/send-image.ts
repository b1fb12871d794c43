import { Readable } from 'node:stream'
import type { Request, Response } from 'express'
import { sendPieces, type Pieces } from './send'

/** A rendition in the form in which it is sent. */
export interface ServedRendition {
  contentType: string
  length: number
  /** All bytes, if it is small. */
  bytes: Buffer | undefined
  /** All bytes in pieces, if they are in memory. */
  pieces: readonly Buffer[] | undefined
  /** Bytes `start` to `end`, both inclusive, in slices that are made on demand. */
  read: (range: { start: number; end: number }) => Pieces
}

/** Writes an image as the answer, or the requested part, or a 304. A promise is returned only for an image that is
 *  read from the database piece by piece. */
export function sendImage(
  req: Request,
  res: Response,
  etag: string,
  image: ServedRendition,
): Promise<void> | void {
  // A shared cache cannot know that a link ended.
  res.setHeader('Cache-Control', 'private, max-age=31536000, immutable')
  res.setHeader('ETag', etag)
  // The server made these bytes. Even so, no browser may treat them as a page.
  res.setHeader('Content-Security-Policy', "default-src 'none'; sandbox")
  if (req.fresh) return void res.status(304).end()
  return sendBytes(req, res, image)
}

function sendBytes(req: Request, res: Response, image: ServedRendition) {
  const { contentType, length, bytes, pieces } = image
  res.setHeader('Accept-Ranges', 'bytes')
  const range = wantedRange(req, res, length)
  if (range === 'unsatisfiable') {
    // A cache that keeps this refusal sends it to everyone who asks for the image (https://cpdos.org).
    res.setHeader('Cache-Control', 'no-store').removeHeader('ETag')
    res.setHeader('Content-Range', `bytes */${length}`)
    return void res.status(416).end()
  }
  const { start, end } = range ?? { start: 0, end: length - 1 }
  if (range) res.status(206).setHeader('Content-Range', `bytes ${start}-${end}/${length}`)
  res.setHeader('Content-Type', contentType)
  res.setHeader('Content-Length', end - start + 1)
  if (req.method === 'HEAD') return void res.end()

  // All readers share these bytes, so a slow reader takes no further memory.
  if (bytes) return void res.end(bytes.subarray(start, end + 1))
  if (range || !pieces) return sendPieces(res, image.read({ start, end }))
  return sendPieces(res, Readable.from(pieces), { areShared: true })
}

/** The requested range; null for none, for several, for another version of the image, and for HEAD, which has none
 *  (https://www.rfc-editor.org/rfc/rfc9110#section-14.2). */
function wantedRange(req: Request, res: Response, length: number) {
  if (req.headers.range === undefined || req.method === 'HEAD') return null
  const precondition = req.headers['if-range']
  if (precondition !== undefined && precondition !== res.getHeader('ETag')) return null
  const ranges = req.range(length)
  if (ranges === -1) return 'unsatisfiable'
  if (!Array.isArray(ranges) || ranges.type !== 'bytes' || ranges.length !== 1) return null
  return ranges[0] ?? null
}
