import { loadImage } from '@pinmark/shared/api/images'
import type { RequestHandler } from 'express'
import { rawRoute, type Route, type Words } from '../http/route'
import { sendImage } from '../http/send/send-image'
import type { ImageServer } from './images.service'

/** Image addresses are capabilities: see images/image-keys.ts. */
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

export const imagesWords = {
  loadImage: {
    summary: 'Load a picture',
    description:
      'rendition is view, narrow, thumbnail, jpeg or preview. The id is the _id of an image in a project, or its thumbnail, and ' +
      'is a capability: it needs no header. Its picture never changes: keep it as long as you like. The id from a link ' +
      'ends with it, at most a minute after the link is closed, replaced or past its end, or the project is trashed. The owner ' +
      'gets ids of their own, which end when the project is trashed, the password changes, the owner logs out ' +
      'everywhere or deletes the account. Takes If-None-Match and Range. narrow is a lighter picture for small ' +
      'screens; a version without narrowWidth has none. preview is a JPEG of up to 1,200 px for previews of links.',
    answer: 'The bytes.',
    errors: ['image_not_found'],
  },
} satisfies Record<string, Words>
