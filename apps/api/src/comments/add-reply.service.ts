import * as commentsApi from '@pinmark/shared/api/comments'
import type { Reply } from '@pinmark/shared/entities/comment'
import type { NewReply } from '@pinmark/shared/entities/comment-requests'
import { AppError } from '@pinmark/shared/errors'
import type { Actor } from '../core/actor'
import { commentView } from './comment-view'
import { isOwner } from '../core/rights'
import { isThread, ReplyModel, ThreadModel, type ReplyRecord, type ThreadRecord } from './comment.record'
import { isAbove, isNoneOf } from '../mongo/queries'
import { hiddenVersions } from '../projects/link-state'
import type { ProjectRecord } from '../projects/project.record'
import { openState } from './thread-state'
import { presentReply } from './comment.presenter'
import type { AddOptions } from './add-thread.service'
import { carryToNewest } from './carry-to-newest'
import { roomAfter } from './reply-room'
import { digestRequest } from './request-digest'
import { storeMessage } from './store-message'

/** Adds a reply. That of a reviewer opens the thread, because it may ask for more; the owner may answer a resolved thread
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
      const reopens = !isOwner(actor, unit.project) && thread.state !== 'open'
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
