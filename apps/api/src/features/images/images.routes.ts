import type { RequestHandler } from 'express'
import { loadImage } from '@pinmark/shared/api/images'
import { rawRoute, type Route } from '../../http/route'
import { sendImage } from '../../http/send/send-image'
import type { ImageServer } from './images.service'

/** Image addresses are capabilities: see access/image-keys.ts. */
export function imagesRoutes(images: ImageServer): Route[] {
  return [
    rawRoute(loadImage, async ({ params: { imageId: imageKey, rendition } }, req, res) => {
      await sendImage(req, res, etagOf(imageKey, rendition), await images.find(imageKey, rendition))
    }),
  ]
}

/** Sends images that are completely in memory, such as recently used thumbnails. `next` sends all others. */
export function sendKeptImage(images: ImageServer): RequestHandler {
  return (req, res, next) => {
    const [, , imageKey = '', rendition = '', ...more] = req.url.split('/')
    const image = more.length === 0 ? images.findKept(imageKey, rendition) : undefined
    if (image) return sendImage(req, res, etagOf(imageKey, rendition), image)
    next()
  }
}

const etagOf = (imageKey: string, rendition: string) => `"${imageKey}-${rendition}"`
