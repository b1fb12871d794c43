import { AppError } from '@pinmark/shared/errors'
import type { ImageGate } from '../../access/image-gate'
import { imageIdOf } from '../../access/image-keys'
import { bytesOf, findRendition, type RenditionName, type StoredRendition } from '../../models/image'
import { readPieces, type ByteRange } from '../../models/image-files'
import { ByteCache } from '../../platform/byte-cache'

/** A rendition as it goes out: its bytes at hand, or pieces of what is too large to keep. */
export interface ServedRendition {
  contentType: string
  length: number
  /** Bytes `start` to `end`, both inclusive. */
  read: (range: ByteRange) => Buffer | AsyncIterable<Buffer>
}

interface KeptRendition {
  project: string
  contentType: string
  bytes: Buffer
}

/** Stored images never change, so what is kept stays right; only whether they may be seen is checked every time. */
const cacheMaxBytes = 32 * 1024 * 1024
const entryMaxBytes = 2 * 1024 * 1024

export type ServeImage = (imageKey: string, name: RenditionName) => Promise<ServedRendition>

/** Serves renditions of images to those whose key opens them.
 *  @throws AppError image_not_found */
export function imageServer(gate: ImageGate): ServeImage {
  const cache = new ByteCache<KeptRendition>(cacheMaxBytes)
  const loading = new Map<string, Promise<KeptRendition>>()

  return async (imageKey, name) => {
    const imageId = imageIdOf(imageKey)
    const key = `${imageId}/${name}`
    const kept = cache.get(key)
    if (kept) {
      const isOpen = gate.isKnownOpen(kept.project, imageKey) || (await gate.isOpen(kept.project, imageKey))
      if (!isOpen) throw new AppError('image_not_found')
      return serveBytes(kept)
    }

    const found = await findRendition(imageId, name)
    const project = found?.project.toHexString()
    if (!found || !project || !(await gate.isOpen(project, imageKey))) throw new AppError('image_not_found')
    const { contentType, length, file } = found
    if (file && length > entryMaxBytes)
      return { contentType, length, read: (range) => readPieces(file, range) }

    // Many may ask for a new image in the same moment; it is loaded once.
    const load = loading.get(key) ?? loadInto(key, { ...found, project })
    return serveBytes(await load)
  }

  function loadInto(key: string, { project, ...rendition }: StoredRendition & { project: string }) {
    const load = bytesOf(rendition)
      .then((bytes) => {
        const kept = { project, contentType: rendition.contentType, bytes }
        cache.set(key, kept)
        return kept
      })
      .finally(() => loading.delete(key))
    loading.set(key, load)
    return load
  }
}

function serveBytes({ contentType, bytes }: KeptRendition): ServedRendition {
  return { contentType, length: bytes.length, read: ({ start, end }) => bytes.subarray(start, end + 1) }
}
