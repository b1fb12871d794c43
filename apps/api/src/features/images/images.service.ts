import { AppError } from '@pinmark/shared/errors'
import type { ImageGate } from '../../access/image-gate'
import { imageIdOf } from '../../access/image-keys'
import { ByteCache } from '../../base/byte-cache'
import { findRendition, slicesOf, type RenditionName, type StoredRendition } from '../../models/image'
import { isPictureShown } from '../../models/pictures'
import type { ByteRange, PacedBytes } from '../../models/image-files'

/** A rendition as it goes out. */
export interface ServedRendition {
  contentType: string
  length: number
  /** All of it, where it is small. */
  bytes: Buffer | undefined
  /** Bytes `start` to `end`, both inclusive, each slice made when it is asked for. */
  read: (range: ByteRange) => PacedBytes
}

interface KeptRendition {
  project: string
  rendition: StoredRendition
  /** What is kept of it here; those of a file are kept where files are read. */
  bytes: Buffer
}

/** Stored images never change, so what is kept stays right; only whether they may be seen is checked every time. */
const cacheMaxBytes = 8 * 1024 * 1024
const inFile = Buffer.alloc(0)

export type ServeImage = (imageKey: string, name: RenditionName) => Promise<ServedRendition>

/** Serves renditions of images to those whose key opens them.
 *  @throws AppError image_not_found */
export function imageServer(gate: ImageGate): ServeImage {
  const cache = new ByteCache<KeptRendition>(cacheMaxBytes)

  return async (imageKey, name) => {
    const imageId = imageIdOf(imageKey)
    const key = `${imageId}/${name}`
    const kept = cache.get(key)
    if (kept) {
      const isOpen = gate.isKnownOpen(kept.project, imageKey) || (await gate.isOpen(kept.project, imageKey))
      if (!isOpen) throw new AppError('image_not_found')
      return serve(kept.rendition)
    }

    const found = await findRendition(imageId, name)
    const project = found?.project.toHexString()
    if (!found || !project || !(await gate.isOpen(project, imageKey))) throw new AppError('image_not_found')
    // A picture ends with its comment, and may do so at any moment.
    if (found.isPicture && !(await isPictureShown(imageId))) throw new AppError('image_not_found')
    if (!found.isPicture) cache.set(key, { project, rendition: found, bytes: found.bytes ?? inFile })
    return serve(found)
  }
}

function serve(rendition: StoredRendition): ServedRendition {
  const { contentType, length, bytes } = rendition
  return { contentType, length, bytes, read: (range) => slicesOf(rendition, range) }
}
