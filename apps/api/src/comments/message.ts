import { createHash, createHmac } from 'node:crypto'
import type { NewComment } from '@pinmark/shared/entities/comment-requests'
import { AppError } from '@pinmark/shared/errors'
import { limits } from '@pinmark/shared/limits'
import { newPublicId } from '../base/ids'
import { type Change, type CommentRecord, notYours } from './changed-comment'
import type { MessagePicture } from './comment.record'
import type { RequestDigest } from './earlier-message.record'
import { type Actor, authorOf, viaOf } from '../core/actor'
import { commentRights, designerName, isDesigner } from '../core/rights'
import { newRecordId } from '../mongo/queries'
import type { ProjectRecord } from '../projects/project.record'

/** The fields that new threads and replies have in common. */
export function newMessage(
  actor: Actor,
  project: ProjectRecord,
  message: Pick<NewComment, 'commenter' | 'text' | 'createdAt'>,
  { digest, pictures }: { digest: RequestDigest; pictures: MessagePicture[] },
) {
  const ownName = designerName(actor, project)
  const storedAt = new Date()
  return {
    _id: newRecordId(),
    project: project._id,
    commenter: ownName ?? message.commenter,
    text: message.text,
    author: authorOf(actor),
    byOwner: ownName !== null,
    ...viaOf(actor),
    ...digest,
    createdAt: believedTime(message.createdAt, storedAt),
    storedAt,
    editedAt: null,
    deletedAt: null,
    deletedBy: null,
    ...(pictures.length > 0 && { pictures }),
  }
}

/** The browser's own time while it is close to the server's, otherwise the server's. */
function believedTime(sentAt: string | undefined, now: Date): Date {
  if (sentAt === undefined) return now
  const time = new Date(sentAt)
  return Math.abs(time.getTime() - now.getTime()) <= limits.clientClockToleranceMs ? time : now
}

interface MessageRequest {
  actor: Actor
  /** What the message was sent to: `thread`, or the id of the thread it answers. */
  target: string
  /** The parsed body, whose fields are always in the order of the schema. */
  input: { _id?: string | undefined; createdAt?: string | undefined }
  idempotencyKey: string | undefined
  /** Keyed, so that the stored digest does not reveal the author's network. */
  secret: string
}

/** Identifies a request of one sender: by its Idempotency-Key, otherwise by the comment id that it chose,
 *  otherwise by its words. */
export function digestRequest(request: MessageRequest): RequestDigest {
  const { target, input, idempotencyKey: key } = request
  const sender = senderOf(request)
  const bodyHash = sha256(JSON.stringify([sender, target, input]))
  const triedAt = input.createdAt === undefined ? null : new Date(input.createdAt)
  const identity = { publicId: input._id ?? newPublicId(), bodyHash, triedAt }
  if (key !== undefined) return { ...identity, dedupe: `key:${sha256(JSON.stringify([sender, key]))}` }
  return { ...identity, dedupe: input._id === undefined ? `body:${bodyHash}` : `id:${input._id}` }
}

/** The guest secret comes before the account, so that a guest who logs in or out between two tries stays the same
 *  sender. A client that sends neither secret nor token is identified by its network. */
function senderOf({ actor, secret }: MessageRequest): string {
  if (actor.guestHash !== null) return `browser ${actor.guestHash}`
  if (actor.user !== null) return `user ${actor.user.publicId}`
  return `network ${createHmac('sha256', secret).update(actor.network).digest('base64url')}`
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}

interface Remaining {
  /** Number of visible pictures after the change. */
  shown: number
  /** Null if the message has no picture. */
  pictures: MessagePicture[] | null
}

/** Removes the pictures of a message that `ids` does not name, and restores those that it names. Author and
 *  designers may do both. A picture that a designer removed can be restored by a designer only.
 *  @throws AppError session_ended, not_yours, picture_not_there */
export function remainingPictures(
  { actor, project }: Change,
  message: CommentRecord,
  ids: readonly string[],
): Remaining {
  if (!commentRights(actor, project)(message).can.delete) throw notYours(actor)
  const byOwner = isDesigner(actor, project)
  const { pictures = [] } = message
  const isKept = ({ removedAt, removedBy }: MessagePicture) =>
    removedAt === undefined ||
    (removedAt.getTime() > Date.now() - limits.commentUndoMs && (byOwner || removedBy !== 'owner'))
  const kept = new Set(pictures.filter(isKept).map(({ id }) => id))
  if (ids.some((id) => !kept.has(id))) throw new AppError('picture_not_there')
  if (pictures.length === 0) return { shown: 0, pictures: null }
  const removedBy = byOwner ? 'owner' : 'author'
  return {
    shown: ids.length,
    pictures: pictures.map(({ removedAt, removedBy: by, ...picture }) => {
      if (ids.includes(picture.id)) return picture
      return { ...picture, removedAt: removedAt ?? new Date(), removedBy: by ?? removedBy }
    }),
  }
}

/** How many comments a project may have. Designers may add a tenth more, so that guests who fill
 *  a project cannot keep them from answering. */
export function capFor(byDesigner: boolean, maxComments: number): number {
  return byDesigner ? maxComments + Math.ceil(maxComments / 10) : maxComments
}
