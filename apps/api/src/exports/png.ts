import type { Version } from '@pinmark/shared/entities/project'
import { AppError } from '@pinmark/shared/errors'
import { waiterFor, type Actor } from '../core/actor'
import { viewReader } from '../images/image.record'
import type { ProjectRecord } from '../projects/project.record'
import type { DrawnPin } from '../images/renditions/draw-pins'
import { drawPins } from '../images/renditions/render'
import type { PlacedComment } from '@pinmark/shared/export-choice'

/** The picture of a version with the pins of its comments burnt in, drawn by the image worker.
 *  @throws AppError design_not_found, images_busy, image_took_too_long */
export async function drawDesign(
  project: ProjectRecord,
  version: Version,
  parts: AsyncIterable<readonly DrawnPin[]>,
  actor: Actor,
): Promise<Buffer> {
  const stored = project.designs
    .flatMap(({ versions }) => versions)
    .find(({ publicId }) => publicId === version._id)
  if (!stored) throw new AppError('design_not_found')
  const pins: DrawnPin[] = []
  for await (const part of parts) pins.push(...part)
  return drawPins(viewReader(stored.image), pins, waiterFor(actor))
}

/** The pins of comments that have a spot. */
export function pinsOf(threads: readonly PlacedComment[]): DrawnPin[] {
  return threads.flatMap((thread) => {
    const { point, region } = thread.spot
    const { number } = thread.comment
    return point ? { number, x: point.x, y: point.y, ...region, look: lookOf(thread) } : []
  })
}

function lookOf({ comment, spot }: PlacedComment): DrawnPin['look'] {
  if (comment.resolved) return 'resolved'
  const state = spot.carried?.state
  if (state === undefined) return 'open'
  return state === 'check' || state === 'gone' ? state : 'older'
}
