import * as commentsApi from '@pinmark/shared/api/comments'
import type { Comment, Reply } from '@pinmark/shared/entities/comment'
import type { NewComment, NewReply } from '@pinmark/shared/entities/comment-requests'
import { AppError } from '@pinmark/shared/errors'
import { carryToNewest } from './place-comment.service'
import { commentView, presentReply, presentThread } from './comment.presenter'
import { isThread, ReplyModel, type ReplyRecord, ThreadModel, type ThreadRecord } from './comment.record'
import { digestRequest } from './message'
import { openState, roomAfter } from './thread-state'
import { farCorner, newestPlace, reaches, spotOf, strokesOn } from './spot'
import { storeMessage } from './store-message'
import { findReplies } from './threads.record'
import type { Actor } from '../core/actor'
import { isDesigner } from '../core/rights'
import type { ImageKeys } from '../images/image-keys'
import { isAbove, isNoneOf } from '../mongo/queries'
import { hiddenVersions } from '../projects/link-state'
import type { ProjectRecord } from '../projects/project.record'

export interface AddOptions {
  idempotencyKey: string | undefined
  secret: string
  maxComments: number
  imageKeys: ImageKeys
}

/** Adds a comment. A repeated request gets the stored comment, and one with other content replaces it.
 *  @throws AppError those of `storeMessage` and `replaceMessage`, and position_outside, strokes_not_valid, stroke_outside, design_not_found,
 *  old_version */
export async function addThread(
  actor: Actor,
  projectId: string,
  input: NewComment,
  { maxComments, imageKeys, ...request }: AddOptions,
): Promise<Comment> {
  const digest = digestRequest({ actor, target: 'thread', input, ...request })
  const { kind = 'pin' } = input
  const spot = spotOf(input)
  const placeOn = (project: ProjectRecord) => {
    const { design, version, ...sides } = newestPlace(project, input)
    if (!reaches(sides, farCorner(spot))) throw new AppError('position_outside')
    const strokes = strokesOn(input.strokes, { kind, ...spot }, sides)
    return { design, version, kind, ...spot, ...(strokes && { strokes }) }
  }
  const { project, message, isRepeated } = await storeMessage({
    ...{ actor, projectId, input, digest, maxComments },
    action: commentsApi.addComment.action,
    counts: { nextNumber: 1, size: 1 },
    make: ({ project }, common): ThreadRecord => ({
      ...common,
      number: project.nextNumber,
      ...placeOn(project),
      ...openState(),
      replyRoom: { count: 0, bytes: 0 },
      parent: null,
    }),
    sentAgain: { parent: null, placeOn },
  })
  if (!isThread(message)) throw new AppError('idempotency_key_reused')
  const replies = isRepeated ? await findReplies(project._id, message.number) : []
  return presentThread(message, replies, commentView(actor, project, imageKeys), project)
}

/** Adds a reply. That of a reviewer opens the thread, because it may ask for more; a designer may answer a resolved thread
 *  without opening it. A repeated request gets the stored reply, and one with other content replaces it; neither opens the
 *  thread.
 *  @throws AppError those of `storeMessage`, and comment_not_found, no_reply_to_reply, reply_limit_reached */
export async function addReply(
  actor: Actor,
  projectId: string,
  threadId: string,
  input: NewReply,
  { maxComments, imageKeys, ...request }: AddOptions,
): Promise<Reply> {
  const digest = digestRequest({ actor, target: threadId, input, ...request })
  const { project, message } = await storeMessage({
    ...{ actor, projectId, digest, maxComments },
    // Replies are read up to a time, so they have the time of one clock: the server's.
    input: { ...input, createdAt: undefined },
    action: commentsApi.addReply.action,
    counts: { size: 1 },
    touches: [threadId],
    make: async (unit, common): Promise<ReplyRecord> => {
      const thread = await findThread(unit.project, threadId)
      const replyRoom = roomAfter(thread, { count: 1, bytes: Buffer.byteLength(input.text) })
      const reopens = !isDesigner(actor, unit.project) && thread.state !== 'open'
      const now = unit.update(thread, { replyRoom, ...(reopens && openState()) })
      carryToNewest(unit, now)
      return { ...common, parent: thread.publicId, thread: thread.number }
    },
    sentAgain: { parent: threadId },
  })
  if (isThread(message)) throw new AppError('idempotency_key_reused')
  return presentReply(message, commentView(actor, project, imageKeys))
}

async function findThread(project: ProjectRecord, publicId: string): Promise<ThreadRecord> {
  const thread = await ThreadModel.findOne({
    ...{ project: project._id, publicId, number: isAbove(0), deletedAt: null },
    version: isNoneOf(hiddenVersions(project)),
  }).lean<ThreadRecord>()
  if (thread) return thread
  const reply = { project: project._id, publicId, thread: isAbove(0), deletedAt: null }
  throw new AppError((await ReplyModel.exists(reply)) ? 'no_reply_to_reply' : 'comment_not_found')
}
