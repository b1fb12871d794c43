import * as commentsApi from '@pinmark/shared/api/comments'
import type { Comment } from '@pinmark/shared/entities/comment'
import type { NewPlace } from '@pinmark/shared/entities/comment-requests'
import { AppError } from '@pinmark/shared/errors'
import {
  type CommentAddress,
  findComment,
  notYours,
  presentChangedThread,
  rightsIfOpen,
} from './changed-comment'
import { isThread, type PlaceRecord, type ThreadRecord } from './comment.record'
import { farCorner, reaches, spotOf } from './spot'
import type { Actor } from '../core/actor'
import { changeProject } from '../core/change-project'
import { isDesigner } from '../core/rights'
import type { Unit } from '../core/unit'
import { requestPlacing } from '../designs/project-designs'
import type { ImageKeys } from '../images/image-keys'
import type { ProjectRecord, VersionRecord } from '../projects/project.record'

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
    if (!isDesigner(actor, project) && !(mine && can.edit)) throw notYours(actor)
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

/** The newest version of the design that a comment is on; null while the design is in the trash. */
export function newestOf(
  { designs }: ProjectRecord,
  { design }: Pick<ThreadRecord, 'design'>,
): VersionRecord | null {
  return designs.find(({ publicId }) => publicId === design)?.versions.at(-1) ?? null
}

/** Places an open comment on the newest version of its design, if it has no place there. When that version arrived, only open
 *  comments were placed: this one was opened or restored later. */
export function carryToNewest(unit: Unit, thread: ThreadRecord): void {
  const { state, kind, places = [], version, design } = thread
  const newest = newestOf(unit.project, thread)?.publicId
  if (state !== 'open' || newest === undefined || newest === version || kind === 'design') return
  if (places.some((place) => place.version === newest)) return
  requestPlacing(unit, { design, version: newest })
}
