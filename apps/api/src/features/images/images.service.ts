import { AppError } from '@pinmark/shared/errors'
import type { ImageGate } from '../../access/image-gate'
import { imageIdOf } from '../../access/image-keys'
import { ByteCache } from '../../base/byte-cache'
import {
  findRendition,
  sharedPieces,
  slicesOf,
  type RenditionName,
  type StoredRendition,
} from '../../models/image'
import { isPictureShown } from '../../models/pictures'
import type { ServedRendition } from '../../http/send/send-image'

interface KeptRendition {
  project: string
  rendition: StoredRendition
  /** Renditions that are cached here. Renditions in a file are cached where files are read. */
  bytes: Buffer
}

/** Stored images never change, so that cached bytes stay valid. Only the permission is checked every time. */
const cacheMaxBytes = 8 * 1024 * 1024
const inFile = Buffer.alloc(0)

/** Serves renditions of images to those whose key opens them. */
export class ImageServer {
  readonly #cache = new ByteCache<KeptRendition>(cacheMaxBytes)

  constructor(private readonly gate: ImageGate) {}

  /** The rendition, if all of it and the state of its project are in memory; undefined when it has to be read. */
  findKept(imageKey: string, name: string): ServedRendition | undefined {
    const kept = this.#cache.get(`${imageIdOf(imageKey)}/${name}`)
    if (!kept || !this.gate.isKnownOpen(kept.project, imageKey)) return undefined
    const pieces = sharedPieces(kept.rendition)
    return pieces && serve(kept.rendition, pieces)
  }

  /** @throws AppError image_not_found */
  async find(imageKey: string, name: RenditionName): Promise<ServedRendition> {
    const imageId = imageIdOf(imageKey)
    const key = `${imageId}/${name}`
    const kept = this.#cache.get(key)
    if (kept) {
      if (!(await this.gate.isOpen(kept.project, imageKey))) throw new AppError('image_not_found')
      return serve(kept.rendition)
    }

    const found = await findRendition(imageId, name)
    const project = found?.project.toHexString()
    if (!found || !project || !(await this.gate.isOpen(project, imageKey)))
      throw new AppError('image_not_found')
    // A picture ends with its comment, which can happen at any moment.
    if (found.isPicture && !(await isPictureShown(imageId))) throw new AppError('image_not_found')
    if (!found.isPicture) this.#cache.set(key, { project, rendition: found, bytes: found.bytes ?? inFile })
    return serve(found)
  }
}

function serve(rendition: StoredRendition, pieces = sharedPieces(rendition)): ServedRendition {
  const { contentType, length, bytes } = rendition
  return { contentType, length, bytes, pieces, read: (range) => slicesOf(rendition, range) }
}
