import type { Request, Response } from 'express'
import type { Config } from '../../config'
import { holdIfAmple } from '../limits/open-answers'
import { sendPieces, type Pieces } from './send-pieces'

/** A shared cache cannot know that a link ended: it asks again after this long, and gets a 304 without the bytes. */
const sharedCacheSeconds = 30

/** A rendition as it goes out. */
export interface ServedRendition {
  contentType: string
  length: number
  /** All of it, where it is small. */
  bytes: Buffer | undefined
  /** All of it in pieces, where they lie in memory. */
  shared: () => readonly Buffer[] | undefined
  /** Bytes `start` to `end`, both inclusive, each slice made when it is asked for. */
  read: (range: { start: number; end: number }) => Pieces
}

/** Writes an image as the answer, or the part or the 304 that the request asks for. A promise is returned only for an image
 *  that is read from the database piece by piece. */
export type SendImage = (
  req: Request,
  res: Response,
  etag: string,
  image: ServedRendition,
) => Promise<void> | void

export function imageSender({ publicImageCache }: Config): SendImage {
  const cacheControl = publicImageCache
    ? `public, max-age=31536000, s-maxage=${sharedCacheSeconds}, immutable`
    : 'private, max-age=31536000, immutable'

  return (req, res, etag, image) => {
    res.setHeader('Cache-Control', cacheControl)
    res.setHeader('ETag', etag)
    // The server made these bytes; still, no browser may take them for a page.
    res.setHeader('Content-Security-Policy', "default-src 'none'; sandbox")
    if (req.fresh) return void res.status(304).end()
    return sendBytes(req, res, image)
  }
}

function sendBytes(req: Request, res: Response, image: ServedRendition) {
  const { contentType, length, bytes } = image
  res.setHeader('Accept-Ranges', 'bytes')
  const range = wantedRange(req, res, length)
  if (range === 'unsatisfiable') {
    res.setHeader('Content-Range', `bytes */${length}`)
    return void res.status(416).end()
  }
  const { start, end } = range ?? { start: 0, end: length - 1 }
  if (range) res.status(206).setHeader('Content-Range', `bytes ${start}-${end}/${length}`)
  res.setHeader('Content-Type', contentType)
  res.setHeader('Content-Length', end - start + 1)
  if (req.method === 'HEAD') return void res.end()

  // Bytes that all readers share weigh nothing more for one who reads slowly.
  if (bytes) return void res.end(bytes.subarray(start, end + 1))
  const pieces = range ? undefined : image.shared()
  if (!pieces || !holdIfAmple(res, length)) return sendPieces(res, image.read({ start, end }))
  for (const piece of pieces) res.write(piece)
  res.end()
}

/** The one range that is asked for; null for none, several, or a version of the image that is not this one. */
function wantedRange(req: Request, res: Response, length: number) {
  if (req.headers.range === undefined) return null
  const precondition = req.headers['if-range']
  if (precondition !== undefined && precondition !== res.getHeader('ETag')) return null
  const ranges = req.range(length)
  if (ranges === -1) return 'unsatisfiable'
  if (!Array.isArray(ranges) || ranges.type !== 'bytes' || ranges.length !== 1) return null
  return ranges[0] ?? null
}
