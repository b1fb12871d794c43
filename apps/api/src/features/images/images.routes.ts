import type { RequestHandler } from 'express'
import { loadImage } from '@pinmark/shared/api/images'
import { rawRoute, type Route } from '../../http/route'
import type { SendImage } from '../../http/send/send-image'
import type { ImageServer } from './images.service'

/** Image addresses are capabilities: see access/image-keys.ts. */
export function imagesRoutes(images: ImageServer, send: SendImage): Route[] {
  return [
    rawRoute(loadImage, async ({ params: { imageId: imageKey, rendition } }, req, res) => {
      await send(req, res, etagOf(imageKey, rendition), await images.find(imageKey, rendition))
    }),
  ]
}

/** Sends images that are completely in memory, such as recently used thumbnails. `next` sends all others. */
export function sendKeptImage(images: ImageServer, send: SendImage): RequestHandler {
  return (req, res, next) => {
    const [, , imageKey = '', rendition = '', ...more] = req.url.split('/')
    const image = more.length === 0 ? images.findKept(imageKey, rendition) : undefined
    if (image) return send(req, res, etagOf(imageKey, rendition), image)
    next()
  }
}

const etagOf = (imageKey: string, rendition: string) => `"${imageKey}-${rendition}"`
