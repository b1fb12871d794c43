import { pathTo } from './api/endpoint'
import { loadImage } from './api/images'
import type { ServedRendition } from './paths'

/** The address of a rendition of an image.
 *  @param imageId from an answer: it contains the seal of the link or of the owner */
export function imagePath(imageId: string, rendition: ServedRendition): string {
  return pathTo(loadImage, { params: { imageId, rendition } })
}
