/** What all changes of a stored comment need: how it is found, what its author may do, and how it is answered. */
import type { Comment, Reply } from '@pinmark/shared/entities/comment'
import { AppError } from '@pinmark/shared/errors'
import type { Actor } from '../core/actor'
import { commentView, presentReply, presentThread } from './comment.presenter'
import type { ImageKeys } from '../images/image-keys'
import { commentRights } from '../core/rights'
import { isThread, ThreadModel, type ReplyRecord, type ThreadRecord } from './comment.record'
import { isInTrash } from '../projects/link-state'
import type { ProjectRecord } from '../projects/project.record'
import { findReplies } from './threads.record'

export type CommentRecord = ThreadRecord | ReplyRecord

/** The actor, and the project as it is during the change. */
export interface Change {
  actor: Actor
  project: ProjectRecord
}
interface ShownChange extends Change {
  imageKeys: ImageKeys
}

export interface CommentAddress {
  projectId: string
  commentId: string
}

export async function findComment(project: ProjectRecord, publicId: string): Promise<CommentRecord> {
  const comment = await ThreadModel.findOne({ project: project._id, publicId }).lean<CommentRecord>()
  if (!comment || (await isInTrash(project, comment))) throw new AppError('comment_not_found')
  return comment
}

export async function presentComment(by: ShownChange, comment: CommentRecord): Promise<Comment | Reply> {
  if (isThread(comment)) return presentChangedThread(by, comment)
  return presentReply(comment, commentView(by.actor, by.project, by.imageKeys))
}

/** A thread that was just changed, with the replies it has now. */
export async function presentChangedThread(
  { actor, project, imageKeys }: ShownChange,
  thread: ThreadRecord,
): Promise<Comment> {
  const replies = await findReplies(project._id, thread.number)
  return presentThread(thread, replies, commentView(actor, project, imageKeys), project)
}

/** The rights on a comment, as if it were neither deleted nor resolved. */
export function rightsIfOpen({ actor, project }: Change, comment: CommentRecord) {
  return commentRights(actor, project)({ ...comment, deletedAt: null, resolved: null })
}

export function notYours(actor: Actor): AppError {
  return new AppError(actor.token === 'bad' ? 'session_ended' : 'not_yours')
}
