import type { Reply } from '@pinmark/shared/entities/comment'
import type { NewReply } from '@pinmark/shared/entities/comment-requests'
import { AppError } from '@pinmark/shared/errors'
import type { Actor } from '../../access/actor'
import { checkOrTakeBack } from '../../base/check-or-take-back'
import { commentView } from '../../access/comment-view'
import { isThread, ReplyModel, ThreadModel, type ReplyRecord, type ThreadRecord } from '../../models/comment'
import { insertComment } from '../../models/comment-inserts'
import { findRepeated, withdrawReply, type RequestDigest } from '../../models/comment-writes'
import { isAbove, isNoneOf } from '../../models/filter-operators'
import { hiddenVersions } from '../../models/hidden-versions'
import type { ProjectRecord } from '../../models/project'
import { completeChange } from '../../models/project-stats'
import { openState } from '../../models/thread-state'
import { presentReply } from '../../presenters/comment'
import type { AddOptions } from './add-thread.service'
import { beginMessage } from './begin-message'
import { placeIfCarried } from './newest-of'
import { newMessage } from './new-message'
import { picturesFor } from './pictures-for'
import { checkRepliesLeft } from './replies-left'
import { digestRequest } from './request-digest'

/** Adds a reply and reopens its thread. A repeated request gets the stored reply and reopens nothing.
 *  @throws AppError those of `beginMessage`, and comment_not_found, no_reply_to_reply, reply_limit_reached,
 *  picture_not_there, picture_used */
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

  const store = async (): Promise<ReplyRecord> => {
    const earlier = await findRepeatedReply(project, digest)
    if (earlier) return earlier
    const place = { project: project._id, parent: threadId }
    await checkRepliesLeft(place)
    const thread = await reopenThread(project, threadId)
    await placeIfCarried(project, thread)
    const message = newMessage(actor, project, input, { digest, pictures })
    const reply: ReplyRecord = { ...message, parent: thread.publicId, thread: thread.number }
    const outcome = await insertComment(reply)
    if (outcome === 'stored') {
      const { publicId } = reply
      await checkOrTakeBack(
        () => checkRepliesLeft({ ...place, publicId }),
        () => withdrawReply(reply),
      )
      return reply
    }
    // A repetition of the request was faster.
    const twin = await findRepeatedReply(project, digest)
    if (!twin && outcome === 'pictureTaken') throw new AppError('picture_used')
    // The repetition was taken back, because it exceeded the limit.
    if (!twin) throw new AppError('server_busy', { retryAfterSeconds: 1 })
    return twin
  }

  const reply = begun.repeated ? asReply(begun.repeated) : await completeChange(project, store)
  return presentReply(reply, commentView(actor, project, imageKeys))
}

/** Opens the thread. This comes before the reply is stored, so that no acknowledged reply is in a resolved thread. */
async function reopenThread(project: ProjectRecord, publicId: string): Promise<ThreadRecord> {
  const thread = await ThreadModel.findOneAndUpdate(
    {
      ...{ project: project._id, publicId, number: isAbove(0), deletedAt: null },
      version: isNoneOf(hiddenVersions(project)),
    },
    openState(),
    { returnDocument: 'after' },
  ).lean<ThreadRecord>()
  if (thread) return thread
  const isReply = await ReplyModel.exists({
    project: project._id,
    publicId,
    thread: isAbove(0),
    deletedAt: null,
  })
  throw new AppError(isReply ? 'no_reply_to_reply' : 'comment_not_found')
}

async function findRepeatedReply(project: ProjectRecord, digest: RequestDigest): Promise<ReplyRecord | null> {
  const stored = await findRepeated(project._id, digest)
  return stored && asReply(stored)
}

function asReply(stored: ThreadRecord | ReplyRecord): ReplyRecord {
  if (isThread(stored)) throw new AppError('idempotency_key_reused')
  return stored
}
