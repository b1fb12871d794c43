import * as commentsApi from '@pinmark/shared/api/comments'
import type { Comment } from '@pinmark/shared/entities/comment'
import type { NewPlace } from '@pinmark/shared/entities/comment-requests'
import { AppError } from '@pinmark/shared/errors'
import type { Actor } from '../core/actor'
import type { ImageKeys } from '../images/image-keys'
import { isOwner } from '../core/rights'
import { changeProject } from '../core/change-project'
import { isThread, type PlaceRecord, type ThreadRecord } from './comment.record'
import type { ProjectRecord, VersionRecord } from '../projects/project.record'
import { newestOf } from './carry-to-newest'
import {
  findComment,
  notYours,
  presentChangedThread,
  rightsIfOpen,
  type CommentAddress,
} from './changed-comment'
import { farCorner, reaches, spotOf } from './spot'

/** Stores the place that a person chose on the newest version for a comment from an older one.
 *  @throws AppError those of `refusal`, and comment_not_found, not_yours, old_version, made_on_newest,
 *  place_not_found_yet, position_outside */
export async function placeComment(
  actor: Actor,
  { projectId, commentId }: CommentAddress,
  wanted: NewPlace,
  imageKeys: ImageKeys,
): Promise<Comment> {
  const { action } = commentsApi.placeComment
  const placed = await changeProject(actor, projectId, action, async (unit) => {
    const { project } = unit
    const thread = await findComment(project, commentId)
    if (!isThread(thread) || thread.deletedAt) throw new AppError('comment_not_found')
    const { mine, can } = rightsIfOpen({ actor, project }, thread)
    if (!isOwner(actor, project) && !(mine && can.edit)) throw notYours(actor)
    const place = placeOf(project, thread, wanted)
    const others = (thread.places ?? []).filter(({ version }) => version !== place.version)
    return { project, thread: unit.update(thread, { places: [...others, place] }) }
  })
  return presentChangedThread({ actor, imageKeys, project: placed.project }, placed.thread)
}

function placeOf(project: ProjectRecord, thread: ThreadRecord, wanted: NewPlace): PlaceRecord {
  const newest = newestOf(project, thread)
  if (!newest) throw new AppError('comment_not_found')
  if (wanted.version !== undefined && wanted.version !== newest.publicId) throw new AppError('old_version')
  if (thread.version === newest.publicId) throw new AppError('made_on_newest')
  const known = thread.places?.find(({ version }) => version === newest.publicId)
  const version = newest.publicId
  if (wanted.state !== undefined) {
    if (!known) throw new AppError('place_not_found_yet')
    return { ...known, state: 'followed' }
  }
  if (wanted.kind !== undefined) return { version, x: 0, y: 0, state: 'placed', kind: 'design' }
  return { version, ...spotOn(newest, thread, known, wanted), state: 'placed' }
}

/** A moved region keeps its last visible size. */
function spotOn(
  newest: VersionRecord,
  thread: ThreadRecord,
  known: PlaceRecord | undefined,
  { x, y, w, h }: NewPlace,
) {
  const size = { w: w ?? known?.w ?? thread.w, h: h ?? known?.h ?? thread.h }
  const spot = spotOf({ kind: thread.kind, x, y, ...size })
  if (!reaches(newest, farCorner(spot))) throw new AppError('position_outside')
  const { w: width, h: height } = spot
  return { x: spot.x, y: spot.y, ...(width !== null && height !== null && { w: width, h: height }) }
}
