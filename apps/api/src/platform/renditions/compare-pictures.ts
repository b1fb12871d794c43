import sharp from 'sharp'
import { changesBetween } from '@pinmark/follow/changes'
import { followPlaces } from '@pinmark/follow/follow-places'
import type { Picture } from '@pinmark/follow/picture'
import { limits } from '@pinmark/shared/limits'
import { decodeImage } from './decode-image'
import type { Reply, SourceImage, Task } from './renditions'

/** Decodes two versions of a design and follows places from one to the other, or lists what changed.
 *  @throws AppError too_many_pixels, image_not_supported */
export async function comparePictures(
  task: Extract<Task, { kind: 'follow' | 'changes' }>,
  before: SourceImage,
  after: SourceImage,
): Promise<Extract<Reply, { followed: unknown } | { changes: unknown }>> {
  const [from, to] = await Promise.all([decodePicture(before), decodePicture(after)])
  if (task.kind === 'changes') return { changes: changesBetween(from, to) }
  return { followed: followPlaces(from, to, task.places) }
}

/** Transparency becomes white, as in the JPEG. */
async function decodePicture({ bytes, sourceType }: SourceImage): Promise<Picture> {
  const { data, width, height, channels } = await decodeImage(bytes, sourceType)
  if (channels === 1 || channels === 3) return { data, width, height, channels }
  const opaque = await sharp(data, {
    raw: { width, height, channels },
    limitInputPixels: limits.image.maxPixels,
  })
    .flatten({ background: '#ffffff' })
    .raw()
    .toBuffer()
  return { data: opaque, width, height, channels: channels === 2 ? 1 : 3 }
}
