import type { UpdateQuery } from 'mongoose'
import * as commentsApi from '@pinmark/shared/api/comments'
import type { Comment, Reply } from '@pinmark/shared/entities/comment'
import type { CommentChange } from '@pinmark/shared/entities/comment-requests'
import type { Deleted } from '@pinmark/shared/entities/requests'
import { AppError } from '@pinmark/shared/errors'
import { limits } from '@pinmark/shared/limits'
import { isBlank } from '@pinmark/shared/text'
import type { Actor } from '../../access/actor'
import { checkGuestName, mayBearName } from '../../access/guest-name'
import type { ImageKeys } from '../../access/image-keys'
import { permit } from '../../access/permit'
import { requireProject } from '../../access/require-project'
import { isMine, isOwner } from '../../access/rights'
import { isThread, ThreadModel, type ReplyRecord, type ThreadRecord } from '../../models/comment'
import type { ProjectRecord } from '../../models/project'
import { beginChange, completeChange, recountSize } from '../../models/project-stats'
import { bytesOfReply, takeReplyRoom } from '../../models/reply-room'
import { deletedState, openState, resolvedState, restoredState } from '../../models/thread-state'
import { placeIfCarried, prepareCarrying } from './carry-to-newest'
import { capFor, roomFor } from './comment-cap'
import {
  beginCommentChange,
  findComment,
  holdAnswerOf,
  notYours,
  presentComment,
  rightsIfOpen,
  type Change,
  type CommentRecord,
  type HoldAnswer,
} from './changed-comment'
import { remainingPictures, type PictureChange } from './remaining-pictures'
import { farCorner, newestPlace, reaches, spotOf } from './spot'

interface ChangeOptions {
  imageKeys: ImageKeys
  holdAnswer: HoldAnswer
  maxComments: number
  /** Counts resolved comments of everyone but the owner. @throws AppError too_many_changes */
  countResolve: (actor: Actor, publicId: string) => Promise<void>
}

/** Edits, moves, resolves, reopens or restores a comment.
 *  @throws AppError those of `refusal`, and comment_not_found, not_yours, position_outside, old_version,
 *  no_change_to_comment, commenter_is_owner, commenter_claims_role, undo_too_late, text_required, picture_not_there,
 *  comment_limit_reached, reply_limit_reached, too_many_changes, answers_waiting */
export async function changeComment(
  actor: Actor,
  projectId: string,
  commentId: string,
  wanted: CommentChange,
  { imageKeys, holdAnswer, maxComments, countResolve }: ChangeOptions,
): Promise<Comment | Reply> {
  const project =
    wanted.deleted === false
      ? await beginRestoring(actor, projectId, commentId, maxComments)
      : await beginCommentChange(actor, projectId, actionOf(wanted))
  const by = { actor, project }
  return completeChange(project, async () => {
    const comment = await findComment(project, commentId)
    holdAnswerOf(comment, holdAnswer)
    const changed =
      wanted.deleted === false ? await bringBack(by, comment) : await write(by, comment, wanted, countResolve)
    if (isThread(changed)) await placeIfCarried(project, changed)
    return presentComment({ ...by, imageKeys }, changed)
  })
}

/** Nothing but resolving is allowed while comments are paused. */
function actionOf({ commenter: _commenter, resolved, ...edits }: CommentChange) {
  const onlyResolves = resolved === true && Object.values(edits).every((value) => value === undefined)
  return onlyResolves ? 'resolveOwn' : commentsApi.changeComment.action
}

/** Marks a comment as deleted. It can be restored for a while.
 *  @throws AppError those of `refusal`, and comment_not_found, not_yours */
export async function deleteComment(actor: Actor, projectId: string, commentId: string): Promise<Deleted> {
  const project = await beginCommentChange(actor, projectId, commentsApi.deleteComment.action)
  return completeChange(project, async () => {
    const comment = await findComment(project, commentId)
    if (!rightsIfOpen({ actor, project }, comment).can.delete) throw notYours(actor)
    const deletedAt = comment.deletedAt ?? new Date()
    await ThreadModel.updateOne(
      { _id: comment._id, deletedAt: null },
      deletedState(comment, deletedAt, isOwner(actor, project) ? 'owner' : 'author'),
    )
    return { _id: comment.publicId, deletedAt: deletedAt.toISOString() }
  })
}

/** Begins the restoration of a comment. It needs room in its project like a new one, because other comments
 *  may have taken the room meanwhile.
 *  @throws AppError those of `refusal`, and comment_not_found, comment_limit_reached */
async function beginRestoring(
  actor: Actor,
  projectId: string,
  commentId: string,
  maxComments: number,
): Promise<ProjectRecord> {
  const { action } = commentsApi.changeComment
  const { forGuests, forAll } = roomFor(1, maxComments)
  const beginWithRoom = () =>
    beginChange(permit(actor, projectId, action, forGuests), { conditions: forAll, $inc: { size: 1 } })
  const begun = await beginWithRoom()
  if (begun) return begun

  const project = await requireProject(actor, projectId, action)
  // A repeated request needs no additional room.
  const { deletedAt } = await findComment(project, commentId)
  if (!deletedAt) return beginCommentChange(actor, projectId, action)
  const hasRoom = (await recountSize(project._id)) < capFor(isOwner(actor, project), maxComments)
  const begunNow = hasRoom ? await beginWithRoom() : null
  if (!begunNow) throw new AppError('comment_limit_reached')
  return begunNow
}

async function write(
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
  }
  if (wanted.text !== undefined || remaining) {
    const { pictures = [] } = comment
    const shown = remaining?.shown ?? pictures.filter(({ removedAt }) => removedAt === undefined).length
    if (isBlank(wanted.text ?? comment.text) && shown === 0) throw new AppError('text_required')
  }
  if (wanted.text !== undefined && !isThread(comment)) {
    const [bytes, replacedBytes] = [bytesOf(wanted.text), bytesOf(comment.text)]
    if (bytes > replacedBytes) await takeReplyRoom(threadOf(comment), { count: 0, bytes, replacedBytes })
  }
  if (isThread(comment) && wanted.resolved === true && !comment.resolved && !isOwner(by.actor, by.project))
    await countResolve(by.actor, by.project.publicId)
  if (isThread(comment) && wanted.resolved === false) await prepareCarrying(by.project, comment)
  const stored = await store({ _id: comment._id, deletedAt: null }, update, remaining?.change)
  if (!stored) throw new AppError('comment_not_found')
  return stored
}

/** Finds the thread that a reply belongs to. */
const threadOf = ({ project, thread }: ReplyRecord) => ({ project, number: thread })

const bytesOf = (text: string) => Buffer.byteLength(text)

function newText(by: Change, comment: CommentRecord, { text }: CommentChange): UpdateQuery<ThreadRecord> {
  if (text === undefined) return {}
  if (!rightsIfOpen(by, comment).can.edit) throw notYours(by.actor)
  return text === comment.text ? { text } : { text, editedAt: new Date() }
}

function newPlaceAndState(
  by: Change,
  thread: ThreadRecord,
  wanted: CommentChange,
): UpdateQuery<ThreadRecord> {
  const { can } = rightsIfOpen(by, thread)
  const { x = thread.x, y = thread.y, w = thread.w, h = thread.h, resolved } = wanted
  const moves = [wanted.x, wanted.y, wanted.w, wanted.h].some((value) => value !== undefined)
  if (moves && !can.edit) throw notYours(by.actor)
  if (resolved !== undefined && !can.resolve) throw notYours(by.actor)

  const spot = spotOf({ kind: thread.kind, x, y, w, h })
  // Once there is a newer version, the place on the older one no longer changes.
  if (moves && !reaches(newestPlace(by.project, { version: thread.version }), farCorner(spot))) {
    throw new AppError('position_outside')
  }
  return {
    ...(moves && spot),
    ...(resolved !== undefined && newState(by, thread, resolved, wanted.commenter)),
  }
}

function newState(
  { actor, project }: Change,
  thread: ThreadRecord,
  resolved: boolean,
  commenter: string | undefined,
): UpdateQuery<ThreadRecord> {
  if (!resolved) return openState()
  // A repeated resolve keeps the name of the person who resolved the thread first.
  if (thread.resolved) return resolvedState(thread.resolved)
  if (isOwner(actor, project)) return resolvedState({ at: new Date(), by: project.ownerName })
  if (commenter !== undefined) checkGuestName(commenter, project)
  const known = actor.user?.name ?? (isMine(actor, thread) ? thread.commenter : 'Guest')
  const by = commenter ?? (mayBearName(known, project) ? known : 'Guest')
  return resolvedState({ at: new Date(), by, user: actor.user?.id ?? null })
}

async function bringBack(by: Change, comment: CommentRecord): Promise<CommentRecord> {
  const isAllowed = isOwner(by.actor, by.project) || comment.deletedBy !== 'owner'
  if (!isAllowed || !rightsIfOpen(by, comment).can.delete) throw notYours(by.actor)
  const { deletedAt } = comment
  if (!deletedAt) return comment
  if (deletedAt.getTime() < Date.now() - limits.commentUndoMs) throw new AppError('undo_too_late')
  if (isThread(comment)) {
    await prepareCarrying(by.project, comment)
  } else {
    const room = await takeReplyRoom(threadOf(comment), { count: 1, bytes: bytesOfReply(comment) })
    if (!room) throw new AppError('undo_too_late')
  }
  const stored = await store({ _id: comment._id, deletedAt }, restoredState(comment))
  if (stored) return stored
  // A concurrent try of the same request may have been faster.
  const present = await findComment(by.project, comment.publicId)
  if (present.deletedAt) throw new AppError('comment_not_found')
  return present
}

/** @returns null when the comment was deleted or restored in between */
async function store(
  unchanged: Pick<CommentRecord, '_id' | 'deletedAt'>,
  fields: UpdateQuery<ThreadRecord>,
  pictures?: PictureChange | null,
): Promise<CommentRecord | null> {
  if (Object.keys(fields).length === 0 && !pictures) throw new AppError('no_change_to_comment')
  // The update names each picture, so that of two concurrent changes neither undoes the other.
  const { removedBy, back = [], gone = [] } = pictures ?? {}
  const update = pictures
    ? {
        $set: {
          ...fields,
          'pictures.$[gone].removedAt': new Date(),
          'pictures.$[gone].removedBy': removedBy,
        },
        $unset: { 'pictures.$[back].removedAt': 1, 'pictures.$[back].removedBy': 1 },
      }
    : fields
  const arrayFilters = [{ 'gone.id': { $in: gone } }, { 'back.id': { $in: back } }]
  return ThreadModel.findOneAndUpdate(unchanged, update, {
    returnDocument: 'after',
    ...(pictures && { arrayFilters }),
  })
    .lean<CommentRecord>()
    .exec()
}
