import { AppError } from '@pinmark/shared/errors'
import { type ImageGate, imageIdOf } from './image-keys'
import { byteCache } from '../base/budgets'
import {
  findRendition,
  isImageStored,
  sharedPieces,
  slicesOf,
  type RenditionName,
  type StoredRendition,
} from './image.record'
import { isPictureShown } from '../comments/pictures.record'
import type { ServedRendition } from '../http/send/send-image'

interface KeptRendition {
  project: string
  /** The project's `designsRevision` when the rendition was found. After a later change the image may be gone. */
  revision: number
  rendition: StoredRendition
  /** Cache of renditions that are inside the image's document. Those in files are cached by image-files.record.ts. */
  bytes: Buffer
}

/** Stored images never change, so cached bytes stay valid. The permission, and whether the designs have
 *  changed, is checked every time. */
const cacheMaxBytes = 8 * 1024 * 1024
const inFile = Buffer.alloc(0)

/** Serves renditions of images to those whose key opens them. */
export class ImageServer {
  readonly #cache = byteCache<KeptRendition>(cacheMaxBytes)

  constructor(private readonly gate: ImageGate) {}

  /** The rendition, if all its bytes and the state of its project are in memory; undefined if something has
   *  to be read. */
  findKept(imageKey: string, name: string): ServedRendition | undefined {
    const kept = this.#cache.get(`${imageIdOf(imageKey)}/${name}`)
    if (!kept || this.gate.findKnown(kept.project, imageKey)?.designsRevision !== kept.revision)
      return undefined
    const pieces = sharedPieces(kept.rendition)
    return pieces && serve(kept.rendition, pieces)
  }

  /** @throws AppError image_not_found */
  async find(imageKey: string, name: RenditionName): Promise<ServedRendition> {
    const imageId = imageIdOf(imageKey)
    const key = `${imageId}/${name}`
    const kept = this.#cache.get(key)
    if (kept) {
      const reach = await this.gate.find(kept.project, imageKey)
      if (!reach) throw new AppError('image_not_found')
      if (reach.designsRevision === kept.revision) return serve(kept.rendition)
    }

    const found = await findRendition(imageId, name)
    const project = found?.project.toHexString()
    const reach = project && (await this.gate.find(project, imageKey))
    if (!found || !project || !reach) throw new AppError('image_not_found')
    // The image may have been removed since it was found. A picture ends with its comment.
    if (!(await (found.isPicture ? isPictureShown : isImageStored)(imageId)))
      throw new AppError('image_not_found')
    if (!found.isPicture) {
      const revision = reach.designsRevision
      this.#cache.set(key, { project, revision, rendition: found, bytes: found.bytes ?? inFile })
    }
    return serve(found)
  }
}

function serve(rendition: StoredRendition, pieces = sharedPieces(rendition)): ServedRendition {
  const { contentType, length, bytes } = rendition
  return { contentType, length, bytes, pieces, read: (range) => slicesOf(rendition, range) }
}
