import type { Request, Response } from 'express'
import { loadImage } from '@pinmark/shared/api/images'
import type { ImageGate } from '../../access/image-gate'
import type { Config } from '../../config'
import { rawRoute, type Route } from '../../http/route'
import { sendPieces } from '../../http/send/send-pieces'
import { imageServer, type ServedRendition } from './images.service'
import type { Words } from '../../http/words'

export const imagesWords = {
  loadImage: {
    topic: 'Images',
    summary: 'Load a picture',
    description:
      'rendition is view, narrow, thumbnail or jpeg. The id is the _id of an image in a project, or its thumbnail, and ' +
      'is a capability: it needs no header. Its picture never changes: keep it as long as you like. The id that a link ' +
      'gave out ends with the link, at most a minute after it is closed, replaced, past its end or trashed. The owner ' +
      'gets ids of their own, which end when the project is trashed, the password changes, the owner logs out ' +
      'everywhere or deletes the account. Takes If-None-Match and Range. narrow is a lighter picture for small ' +
      'screens; where a version has no narrowWidth there is none.',
    answer: 'The bytes.',
    errors: ['image_not_found'],
  },
} satisfies Record<string, Words>

/** A shared cache cannot know that a link ended: it asks again after this long, and gets a 304 without the bytes. */
const sharedCacheSeconds = 30

/** Image addresses are capabilities: see access/image-keys.ts. */
export function imagesRoutes({ publicImageCache }: Config, gate: ImageGate): Route[] {
  const serveImage = imageServer(gate)
  const cacheControl = publicImageCache
    ? `public, max-age=31536000, s-maxage=${sharedCacheSeconds}, immutable`
    : 'private, max-age=31536000, immutable'

  return [
    rawRoute(loadImage, async ({ params: { imageId: imageKey, rendition } }, req, res) => {
      const image = await serveImage(imageKey, rendition)
      res.setHeader('Cache-Control', cacheControl)
      res.setHeader('ETag', `"${imageKey}-${rendition}"`)
      // The server made these bytes; still, no browser may take them for a page.
      res.setHeader('Content-Security-Policy', "default-src 'none'; sandbox")
      if (req.fresh) return void res.status(304).end()
      await send(req, res, image)
    }),
  ]
}

async function send(req: Request, res: Response, { contentType, length, bytes, read }: ServedRendition) {
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
  if (bytes) res.end(bytes.subarray(start, end + 1))
  else await sendPieces(res, read({ start, end }))
}

/** The one range that is asked for; null for none, several, or a version of the image that is not this one. */
function wantedRange(req: Request, res: Response, length: number) {
  const precondition = req.headers['if-range']
  if (precondition !== undefined && precondition !== res.getHeader('ETag')) return null
  const ranges = req.range(length)
  if (ranges === -1) return 'unsatisfiable'
  if (!Array.isArray(ranges) || ranges.type !== 'bytes' || ranges.length !== 1) return null
  return ranges[0] ?? null
}
