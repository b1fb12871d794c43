import { Router, type Request, type Response } from 'express'
import * as z from 'zod/mini'
import { imageKeySchema } from '@pinmark/shared/entities/primitives'
import { apiRoutes, servedRenditions } from '@pinmark/shared/paths'
import type { ImageGate } from '../../access/image-gate'
import type { Config } from '../../config'
import { parse } from '../../http/parse'
import { sendPieces, slicesOf } from '../../http/send-pieces'
import { imageServer, type ServedRendition } from './images.service'

const imageParamsSchema = z.object({
  imageId: imageKeySchema,
  rendition: z.enum(servedRenditions),
})

/** A shared cache cannot know that a link ended: it asks again after this long, and gets a 304 without the bytes. */
const sharedCacheSeconds = 30

/** Image addresses are capabilities: see access/image-keys.ts. */
export function imagesRoutes({ publicImageCache }: Config, gate: ImageGate): Router {
  const router = Router()
  const serveImage = imageServer(gate)
  const cacheControl = publicImageCache
    ? `public, max-age=31536000, s-maxage=${sharedCacheSeconds}, immutable`
    : 'private, max-age=31536000, immutable'

  router.get(apiRoutes.image, async (req, res) => {
    const { imageId: imageKey, rendition } = parse(imageParamsSchema, req.params, 'image_not_found')
    const image = await serveImage(imageKey, rendition)
    res.setHeader('Cache-Control', cacheControl)
    res.setHeader('ETag', `"${imageKey}-${rendition}"`)
    // Decoded and made anew by us, and still nothing that a browser could take for a page.
    res.setHeader('Content-Security-Policy', "default-src 'none'; sandbox")
    if (req.fresh) return void res.status(304).end()
    await send(req, res, image)
  })

  return router
}

async function send(req: Request, res: Response, { contentType, length, read }: ServedRendition) {
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

  const content = read({ start, end })
  await sendPieces(res, Buffer.isBuffer(content) ? slicesOf(content) : content)
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
