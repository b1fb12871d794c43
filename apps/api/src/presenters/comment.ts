import type { Comment, Reply } from '@pinmark/shared/entities/comment'
import type { ReplyRecord, ThreadRecord } from '../models/comment'
import type { ProjectRecord } from '../models/project'

type Rights = Pick<Comment, 'mine' | 'can' | 'agrees'>
type RightsOf = (comment: ThreadRecord | ReplyRecord) => Rights

/** A thread with its replies as the actor may see them. A deleted one is empty, and stays only for its replies. */
export function presentThread(
  thread: ThreadRecord,
  replies: readonly ReplyRecord[],
  rightsOf: RightsOf,
  { designs }: Pick<ProjectRecord, 'designs'>,
): Comment {
  const { number, kind, x, y, w, h, design, version, resolved } = thread
  const newest = designs.find(({ publicId }) => publicId === design)?.versions.at(-1)
  // Places on all later versions would be most of a long review, and older versions show their own comments alone.
  const places = thread.places?.filter((place) => place.version === newest?.publicId) ?? []
  return {
    ...presentMessage(thread, rightsOf(thread)),
    parent: null,
    number,
    kind,
    x,
    y,
    w,
    h,
    design,
    version,
    ...(places.length > 0 && { places }),
    resolved: resolved && { at: resolved.at.toISOString(), by: resolved.by },
    replies: replies.map((reply) => presentReply(reply, rightsOf)),
  }
}

export function presentReply(reply: ReplyRecord, rightsOf: RightsOf): Reply {
  return { ...presentMessage(reply, rightsOf(reply)), parent: reply.parent }
}

function presentMessage(message: ThreadRecord | ReplyRecord, { mine, can, agrees }: Rights) {
  return {
    _id: message.publicId,
    commenter: message.commenter,
    text: message.deletedAt ? '' : message.text,
    createdAt: message.createdAt.toISOString(),
    editedAt: message.editedAt?.toISOString() ?? null,
    deletedAt: message.deletedAt?.toISOString() ?? null,
    byOwner: message.byOwner,
    mine,
    can,
    ...(agrees && { agrees }),
  }
}
