import type { Reply } from '@pinmark/shared/entities/comment'
import type { NewReply } from '@pinmark/shared/entities/comment-requests'
import { AppError } from '@pinmark/shared/errors'
import type { Actor } from '../../access/actor'
import { isOwner } from '../../access/rights'
import { commentView } from '../../access/comment-view'
import { tryAgain } from '../../base/try-again'
import { isThread, ReplyModel, ThreadModel, type ReplyRecord, type ThreadRecord } from '../../models/comment'
import { insertComment } from '../../models/comment-inserts'
import { findEarlier, type Earlier } from '../../models/comment-writes'
import { isAbove, isNoneOf } from '../../models/filter-operators'
import { hiddenVersions } from '../../models/hidden-versions'
import { withLabel } from '../../models/namesakes'
import type { ProjectRecord } from '../../models/project'
import { completeChange } from '../../models/project-stats'
import { takeReplyRoom } from '../../models/reply-room'
import { openState } from '../../models/thread-state'
import { presentReply } from '../../presenters/comment'
import type { AddOptions } from './add-thread.service'
import { beginMessage } from './begin-message'
import { placeIfCarried, prepareCarrying } from './carry-to-newest'
import { newMessage } from './new-message'
import { picturesFor } from './pictures-for'
import { replaceMessage } from './replace-message'
import { digestRequest } from './request-digest'

/** Adds a reply and reopens its thread. A repeated request gets the stored reply, and one with other content replaces it;
 *  neither reopens the thread.
 *  @throws AppError those of `beginMessage` and `replaceMessage`, and comment_not_found, no_reply_to_reply,
 *  reply_limit_reached, picture_not_there, picture_used */
export async function addReply(
  actor: Actor,
  projectId: string,
  threadId: string,
  input: NewReply,
  { maxComments, imageKeys, ...request }: AddOptions,
): Promise<Reply> {
  const digest = digestRequest({ actor, target: threadId, input, ...request })
  const { pictures, refused } = await picturesFor(actor, projectId, input)
  const begun = await beginMessage({
    actor,
    projectId,
    commenter: input.commenter,
    digest,
    maxComments,
    kind: 'reply',
    refused,
  })
  const { project } = begun

  const store = async (): Promise<Earlier> => {
    const earlier = await findEarlier(project, digest)
    if (earlier) return earlier
    const thread = await takeRoomIn(project, threadId, { input, reopens: !isOwner(actor, project) })
    await placeIfCarried(project, thread)
    // Replies are read up to a time, so they have the time of one clock: the server's.
    const message = newMessage(actor, project, { ...input, createdAt: undefined }, { digest, pictures })
    const reply: ReplyRecord = await withLabel({
      ...message,
      parent: thread.publicId,
      thread: thread.number,
    })
    const outcome = await insertComment(reply)
    if (outcome === 'stored') return { stored: reply, isSame: true }
    // A concurrent try of the same request was faster.
    const twin = await findEarlier(project, digest)
    if (twin) return twin
    throw outcome === 'pictureTaken' ? new AppError('picture_used') : tryAgain()
  }

  const { stored, isSame } = begun.earlier ?? (await completeChange(project, store))
  const sentAgain = { input, digest, waiting: pictures, parent: threadId }
  const now = isSame ? { project, message: stored } : await replaceMessage(actor, projectId, sentAgain)
  if (isThread(now.message)) throw new AppError('idempotency_key_reused')
  return presentReply(now.message, commentView(actor, now.project, imageKeys))
}

/** Takes room for the reply, and opens the thread for that of a reviewer: it may ask for more. The owner may answer a
 *  resolved thread without opening it. This comes before the reply is stored, so that no acknowledged reply of a reviewer
 *  is in a resolved thread. */
async function takeRoomIn(
  project: ProjectRecord,
  publicId: string,
  { input: { text }, reopens }: { input: NewReply; reopens: boolean },
): Promise<ThreadRecord> {
  const filter = {
    ...{ project: project._id, publicId, number: isAbove(0), deletedAt: null },
    version: isNoneOf(hiddenVersions(project)),
  }
  if (reopens && project.designs.some(({ versions }) => versions.length > 1)) {
    const resolved = await ThreadModel.findOne({ ...filter, state: 'resolved' }).lean<ThreadRecord>()
    if (resolved) await prepareCarrying(project, resolved)
  }
  const thread = await takeReplyRoom(
    filter,
    { count: 1, bytes: Buffer.byteLength(text) },
    reopens ? openState() : {},
  )
  if (thread) return thread
  const isReply = await ReplyModel.exists({
    project: project._id,
    publicId,
    thread: isAbove(0),
    deletedAt: null,
  })
  throw new AppError(isReply ? 'no_reply_to_reply' : 'comment_not_found')
}
