import type { NewComment } from '@pinmark/shared/entities/comment-requests'
import { limits } from '@pinmark/shared/limits'
import { authorOf, type Actor } from '../core/actor'
import { isOwner } from '../core/rights'
import type { MessagePicture } from './comment.record'
import type { RequestDigest } from './earlier-message.record'
import type { ProjectRecord } from '../projects/project.record'
import { newRecordId } from '../mongo/queries'

/** The fields that new threads and replies have in common. */
export function newMessage(
  actor: Actor,
  project: ProjectRecord,
  message: Pick<NewComment, 'commenter' | 'text' | 'createdAt'>,
  { digest, pictures }: { digest: RequestDigest; pictures: MessagePicture[] },
) {
  const byOwner = isOwner(actor, project)
  const storedAt = new Date()
  return {
    _id: newRecordId(),
    project: project._id,
    commenter: byOwner ? (actor.user?.name ?? project.ownerName) : message.commenter,
    text: message.text,
    author: authorOf(actor),
    byOwner,
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
