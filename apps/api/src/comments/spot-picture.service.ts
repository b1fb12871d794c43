import * as commentsApi from '@pinmark/shared/api/comments'
import { AppError } from '@pinmark/shared/errors'
import { byteCache } from '../base/budgets'
import { waiterFor, type Actor } from '../core/actor'
import { requireProject } from '../core/refusal'
import { viewReader } from '../images/image.record'
import type { Cut } from '../images/renditions/cut-spots'
import { cutSpots } from '../images/renditions/render'
import { findComment, type CommentAddress } from './changed-comment'
import { isThread, type ThreadRecord } from './comment.record'
import { findThreads } from './threads.record'

/** Pictures that were cut last, by image and spot. Each takes about 20 KB. */
const recent = byteCache<{ bytes: Buffer }>(4 * 1024 * 1024)
/** Comments whose spots are cut at once. Agents read one after the other, and decoding the design takes most of the time. */
const cutAtOnce = 12

/** A small picture of the spot of a comment, on the version that it was made on.
 *  @returns a JPEG
 *  @throws AppError what `refusal` says, comment_not_found, images_busy, image_took_too_long */
export async function drawSpot(actor: Actor, { projectId, commentId }: CommentAddress): Promise<Buffer> {
  const project = await requireProject(actor, projectId, commentsApi.loadSpot.action)
  const comment = await findComment(project, commentId)
  if (!isThread(comment) || comment.deletedAt) throw new AppError('comment_not_found')
  const version = project.designs
    .flatMap(({ versions }) => versions)
    .find(({ publicId }) => publicId === comment.version)
  if (!version) throw new AppError('comment_not_found')
  const keyOf = (cut: Cut) => `${version.image} ${JSON.stringify(cut)}`
  const known = recent.get(keyOf(cutOf(comment)))
  if (known) return known.bytes
  const page = { project: project._id, hasReplies: false, after: comment.number, limit: cutAtOnce - 1 }
  const { threads } = await findThreads(page)
  const next = threads
    .filter(({ thread }) => thread.version === comment.version)
    .map(({ thread }) => cutOf(thread))
    .filter((cut) => !recent.has(keyOf(cut)))
  const cuts = [cutOf(comment), ...next]
  const pictures = await cutSpots(viewReader(version.image), cuts, waiterFor(actor))
  for (const [at, cut] of cuts.entries()) {
    const bytes = pictures[at]
    if (bytes) recent.set(keyOf(cut), { bytes })
  }
  const [picture] = pictures
  if (!picture) throw new Error('no picture was cut')
  return picture
}

function cutOf({ kind, x, y, w, h, strokes }: ThreadRecord): Cut {
  return kind === 'design' ? 'whole' : { x, y, strokes, ...(w !== null && h !== null && { w, h }) }
}
