import * as commentsApi from '@pinmark/shared/api/comments'
import { AppError } from '@pinmark/shared/errors'
import { waiterFor, type Actor } from '../core/actor'
import { requireProject } from '../core/refusal'
import { viewReader } from '../images/image.record'
import { cutSpots } from '../images/renditions/render'
import { findComment, type CommentAddress } from './changed-comment'
import { isThread } from './comment.record'

/** A small picture of the spot of a comment, on the version that it was made on.
 *  @returns a JPEG
 *  @throws AppError what `refusal` says, comment_not_found, images_busy, image_took_too_long */
export async function drawSpot(actor: Actor, { projectId, commentId }: CommentAddress): Promise<Buffer> {
  const project = await requireProject(actor, projectId, commentsApi.loadSpot.action)
  const comment = await findComment(project, commentId)
  if (!isThread(comment) || comment.deletedAt) throw new AppError('comment_not_found')
  const { kind, x, y, w, h, strokes } = comment
  const version = project.designs
    .flatMap(({ versions }) => versions)
    .find(({ publicId }) => publicId === comment.version)
  if (!version) throw new AppError('comment_not_found')
  const cut = kind === 'design' ? 'whole' : { x, y, strokes, ...(w !== null && h !== null && { w, h }) }
  const [picture] = await cutSpots(viewReader(version.image), [cut], waiterFor(actor))
  if (!picture) throw new Error('no picture was cut')
  return picture
}
