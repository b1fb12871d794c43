import { type Comment, type Picture, type Reply, givenNames } from '@pinmark/shared/entities/comment'
import type { MessagePicture, ReplyRecord, ThreadRecord } from './comment.record'
import type { Actor } from '../core/actor'
import { commentRights } from '../core/rights'
import type { ImageKeys } from '../images/image-keys'
import type { ProjectHead, VersionList } from '../projects/project.record'
import type { Wording } from '@pinmark/words/server'

type Rights = Pick<Comment, 'mine' | 'can' | 'agrees'>
type RightsOf = (comment: ThreadRecord | ReplyRecord) => Rights
/** The visitor for whom a project and its comments are presented. */
export interface View {
  rightsOf: RightsOf
  /** The key in the visitor's address of an image. */
  imageKey: (imageId: string) => string
}

/** A thread with its replies as the actor may see them. A deleted one is empty, and is shown only because of
 *  its replies. */
export function presentThread(
  thread: ThreadRecord,
  replies: readonly ReplyRecord[],
  view: View,
  { designs }: { readonly designs: VersionList },
): Comment {
  const { number, kind, x, y, w, h, strokes, design, version, resolved } = thread
  const newest = designs.find(({ publicId }) => publicId === design)?.versions.at(-1)
  // Places on all later versions would be most of a long review, and older versions show their own comments alone.
  const places = thread.places?.filter((place) => place.version === newest?.publicId) ?? []
  return {
    ...presentMessage(thread, view),
    parent: null,
    number,
    kind,
    x,
    y,
    w,
    h,
    ...(strokes && !thread.deletedAt && { strokes: strokes.map((stroke) => [...stroke]) }),
    design,
    version,
    ...(places.length > 0 && { places }),
    resolved: resolved && {
      ...{ at: resolved.at.toISOString(), by: resolved.by },
      ...(resolved.via !== undefined && { via: resolved.via }),
    },
    replies: replies.map((reply) => presentReply(reply, view)),
  }
}

export function presentReply(reply: ReplyRecord, view: View): Reply {
  return { ...presentMessage(reply, view), parent: reply.parent }
}

function presentMessage(message: ThreadRecord | ReplyRecord, { rightsOf, imageKey }: View) {
  const { mine, can, agrees } = rightsOf(message)
  const pictures = shownPictures(message)
  return {
    _id: message.publicId,
    commenter: message.commenter,
    ...(message.person !== undefined && { person: message.person }),
    text: message.deletedAt ? '' : message.text,
    createdAt: message.createdAt.toISOString(),
    editedAt: message.editedAt?.toISOString() ?? null,
    deletedAt: message.deletedAt?.toISOString() ?? null,
    byOwner: message.byOwner,
    ...(message.via !== undefined && { via: message.via }),
    mine,
    can,
    ...(agrees && { agrees }),
    ...(pictures.length > 0 && { pictures: pictures.map((picture) => presentPicture(picture, imageKey)) }),
  }
}

export function presentPicture(
  { id, name, image, width, height }: MessagePicture,
  imageKey: View['imageKey'],
): Picture {
  return { _id: id, name, image: { _id: imageKey(image), width, height } }
}

/** The pictures of a message, without removed ones. */
export function shownPictures({ pictures = [], deletedAt }: ThreadRecord | ReplyRecord): MessagePicture[] {
  return deletedAt ? [] : pictures.filter(({ removedAt }) => removedAt === undefined)
}

/** How the comments of a project look to `actor`: the rights on each comment, and the addresses of images. */
export function commentView(actor: Actor, project: ProjectHead, imageKeys: ImageKeys) {
  return { rightsOf: commentRights(actor, project), imageKey: imageKeys.for(actor, project) }
}

/** The name of an author, in the language of the reader if the server gave it. */
export function sayName(m: Wording['m'], name: string): string {
  if (name === givenNames.formerUser) return m.name_former_user()
  return name === givenNames.guest ? m.name_guest() : name
}
