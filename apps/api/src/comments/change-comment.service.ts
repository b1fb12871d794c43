import * as commentsApi from '@pinmark/shared/api/comments'
import { givenNames, type Comment, type Reply } from '@pinmark/shared/entities/comment'
import type { CommentChange } from '@pinmark/shared/entities/comment-requests'
import type { Deleted } from '@pinmark/shared/entities/requests'
import { AppError } from '@pinmark/shared/errors'
import { limits } from '@pinmark/shared/limits'
import { isBlank } from '@pinmark/shared/text'
import { viaOf, type Actor } from '../core/actor'
import { checkGuestName, mayBearName } from './guest-name'
import type { ImageKeys } from '../images/image-keys'
import { designerName, isDesigner, isMine } from '../core/rights'
import { changeProject } from '../core/change-project'
import type { Unit } from '../core/unit'
import { isThread, type ThreadRecord } from './comment.record'
import {
  bytesOfReply,
  changeRoom,
  changeRoomForWords,
  deletedState,
  openState,
  resolvedState,
  restoredState,
} from './thread-state'
import { carryToNewest } from './place-comment.service'
import {
  findComment,
  notYours,
  presentComment,
  rightsIfOpen,
  type Change,
  type CommentRecord,
} from './changed-comment'
import { capFor, remainingPictures } from './message'
import { farCorner, newestPlace, reaches, spotOf, strokesOn } from './spot'

interface ChangeOptions {
  imageKeys: ImageKeys
  maxComments: number
  /** Counts comments that guests resolve. @throws AppError too_many_changes */
  countResolve: (key: string) => Promise<void>
}

/** Edits, moves, resolves, reopens or restores a comment.
 *  @throws AppError those of `refusal`, and comment_not_found, not_yours, position_outside, strokes_not_valid,
 *  stroke_outside, old_version, no_change_to_comment, commenter_is_owner, commenter_claims_role, undo_too_late, text_required, picture_not_there,
 *  comment_limit_reached, reply_limit_reached, too_many_changes */
export async function changeComment(
  actor: Actor,
  projectId: string,
  commentId: string,
  wanted: CommentChange,
  { imageKeys, maxComments, countResolve }: ChangeOptions,
): Promise<Comment | Reply> {
  const changed = await changeProject(actor, projectId, actionOf(wanted), async (unit) => {
    const { project } = unit
    const by = { actor, project }
    const comment = await findComment(project, commentId)
    const now =
      wanted.deleted === false
        ? await bringBack(unit, by, comment, maxComments)
        : await write(unit, by, comment, wanted, countResolve)
    if (isThread(now)) carryToNewest(unit, now)
    return { comment: now, project }
  })
  return presentComment({ actor, imageKeys, project: changed.project }, changed.comment)
}

/** Nothing but resolving is allowed in a closed round. */
function actionOf({ commenter: _commenter, resolved, ...edits }: CommentChange) {
  const onlyResolves = resolved === true && Object.values(edits).every((value) => value === undefined)
  return onlyResolves ? 'resolveOwn' : commentsApi.changeComment.action
}

/** Marks a comment as deleted. It can be restored for a while.
 *  @throws AppError those of `refusal`, and comment_not_found, not_yours */
export function deleteComment(actor: Actor, projectId: string, commentId: string): Promise<Deleted> {
  return changeProject(actor, projectId, commentsApi.deleteComment.action, async (unit) => {
    const { project } = unit
    const comment = await findComment(project, commentId)
    if (!rightsIfOpen({ actor, project }, comment).can.delete) throw notYours(actor)
    const deletedAt = comment.deletedAt ?? new Date()
    if (!comment.deletedAt) {
      unit.update(comment, deletedState(comment, deletedAt, isDesigner(actor, project) ? 'owner' : 'author'))
      unit.count({ size: -1 })
      if (!isThread(comment))
        await changeRoom(unit, comment, { count: -1, bytes: 0, replacedBytes: bytesOfReply(comment) })
    }
    return { _id: comment.publicId, deletedAt: deletedAt.toISOString() }
  })
}

async function write(
  unit: Unit,
  by: Change,
  comment: CommentRecord,
  wanted: CommentChange,
  countResolve: ChangeOptions['countResolve'],
): Promise<CommentRecord> {
  if (comment.deletedAt) throw new AppError('comment_not_found')
  const remaining = wanted.pictures && remainingPictures(by, comment, wanted.pictures)
  const update = {
    ...newText(by, comment, wanted),
    ...(isThread(comment) && newPlaceAndState(by, comment, wanted)),
    ...(remaining?.pictures && { pictures: remaining.pictures }),
  }
  if (wanted.text !== undefined || remaining) {
    const { pictures = [] } = comment
    const shown = remaining?.shown ?? pictures.filter(({ removedAt }) => removedAt === undefined).length
    if (isBlank(wanted.text ?? comment.text) && shown === 0) throw new AppError('text_required')
  }
  if (wanted.text !== undefined && !isThread(comment)) await changeRoomForWords(unit, comment, wanted.text)
  if (isThread(comment) && wanted.resolved === true && !comment.resolved && !isDesigner(by.actor, by.project))
    await countResolve(`${by.project.publicId} ${by.actor.network}`)
  if (Object.keys(update).length === 0) throw new AppError('no_change_to_comment')
  const written = unit.update(comment, update)
  if (isThread(written) && written.resolved && !(isThread(comment) && comment.resolved))
    unit.emit({ kind: 'resolve', message: written._id }, written.resolved.at)
  return written
}

function newText(by: Change, comment: CommentRecord, { text }: CommentChange): Partial<ThreadRecord> {
  if (text === undefined) return {}
  if (!rightsIfOpen(by, comment).can.edit) throw notYours(by.actor)
  return text === comment.text ? { text } : { text, editedAt: new Date() }
}

function newPlaceAndState(by: Change, thread: ThreadRecord, wanted: CommentChange): Partial<ThreadRecord> {
  const { can } = rightsIfOpen(by, thread)
  const { x = thread.x, y = thread.y, w = thread.w, h = thread.h, strokes, resolved } = wanted
  const moves = [wanted.x, wanted.y, wanted.w, wanted.h].some((value) => value !== undefined)
  const isPlaced = moves || strokes !== undefined
  if (isPlaced && !can.edit) throw notYours(by.actor)
  if (resolved !== undefined && !can.resolve) throw notYours(by.actor)

  const spot = spotOf({ kind: thread.kind, x, y, w, h })
  // Once there is a newer version, the place on the older one no longer changes.
  const sides = isPlaced ? newestPlace(by.project, { version: thread.version }) : null
  if (sides && moves && !reaches(sides, farCorner(spot))) throw new AppError('position_outside')
  return {
    ...(moves && spot),
    ...(sides &&
      strokes && {
        strokes: strokesOn(strokes, { kind: thread.kind, ...spot }, sides),
        editedAt: new Date(),
      }),
    ...(resolved !== undefined && newState(by, thread, resolved, wanted.commenter)),
  }
}

function newState(
  { actor, project }: Change,
  thread: ThreadRecord,
  resolved: boolean,
  commenter: string | undefined,
): Partial<ThreadRecord> {
  if (!resolved) return openState()
  const via = viaOf(actor)
  // A repeated resolve keeps the name of the person who resolved the thread first. A person confirms what a tool resolved.
  const isConfirmed = thread.resolved?.via !== undefined && via.via === undefined
  if (thread.resolved && !isConfirmed) return resolvedState(thread.resolved)
  const who = { at: new Date(), user: actor.user?.id ?? null, ...via }
  const ownName = designerName(actor, project)
  if (ownName !== null) return resolvedState({ ...who, by: ownName })
  if (commenter !== undefined) checkGuestName(commenter, project)
  const known = actor.user?.name ?? (isMine(actor, thread) ? thread.commenter : givenNames.guest)
  const by = commenter ?? (mayBearName(known, project) ? known : givenNames.guest)
  return resolvedState({ ...who, by })
}

/** A restored comment needs room like a new one, because others may have taken it meanwhile. */
async function bringBack(
  unit: Unit,
  by: Change,
  comment: CommentRecord,
  maxComments: number,
): Promise<CommentRecord> {
  const byOwner = isDesigner(by.actor, by.project)
  const isAllowed = byOwner || comment.deletedBy !== 'owner'
  if (!isAllowed || !rightsIfOpen(by, comment).can.delete) throw notYours(by.actor)
  const { deletedAt } = comment
  // A repeated request needs no additional room.
  if (!deletedAt) return comment
  if (deletedAt.getTime() < Date.now() - limits.commentUndoMs) throw new AppError('undo_too_late')
  if (by.project.size >= capFor(byOwner, maxComments)) throw new AppError('comment_limit_reached')
  if (!isThread(comment)) {
    const hasThread = await changeRoom(unit, comment, { count: 1, bytes: bytesOfReply(comment) })
    if (!hasThread) throw new AppError('undo_too_late')
  }
  unit.count({ size: 1 })
  return unit.update(comment, restoredState(comment))
}
