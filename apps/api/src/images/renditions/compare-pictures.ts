import { changesBetween } from '@pinmark/follow/changes'
import { differencesBetween } from '@pinmark/follow/differences'
import { followPlaces } from '@pinmark/follow/follow-places'
import { sharedRows } from '@pinmark/follow/shared-rows'
import type { Picture } from '@pinmark/follow/picture'
import { decodeImage } from './decode-image'
import type { Reply, SourceImage, Task } from './renditions'

/** Decodes two versions of a design and follows places from one to the other, or lists the changes and the
 *  rows that both have; or a design and its build, and measures their differences.
 *  @throws AppError too_many_pixels, image_not_supported, image_damaged */
export async function comparePictures(
  task: Extract<Task, { kind: 'follow' | 'changes' | 'differences' }>,
  before: SourceImage,
  after: SourceImage,
): Promise<Extract<Reply, { followed: unknown } | { changes: unknown } | { differences: unknown }>> {
  const [from, to] = await Promise.all([decodePicture(before), decodePicture(after)])
  if (task.kind === 'changes') return { changes: changesBetween(from, to), runs: sharedRows(from, to) }
  if (task.kind === 'differences')
    return { differences: differencesBetween(from, to), runs: sharedRows(from, to) }
  return { followed: followPlaces(from, to, task.places) }
}

async function decodePicture({ bytes, sourceType }: SourceImage): Promise<Picture> {
  const { data, width, height, channels } = await decodeImage(bytes, sourceType, { isOnWhite: true })
  return { data, width, height, channels: channels === 1 ? 1 : 3 }
}
