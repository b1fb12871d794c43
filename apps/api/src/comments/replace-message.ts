import * as commentsApi from '@pinmark/shared/api/comments'
import { AppError } from '@pinmark/shared/errors'
import type { Actor } from '../core/actor'
import { checkGuestName } from './guest-name'
import { isDesigner, isMine } from '../core/rights'
import { tryAgain } from '../base/failures'
import { changeProject } from '../core/change-project'
import type { Unit } from '../core/unit'
import {
  isThread,
  ReplyModel,
  ThreadModel,
  type MessagePicture,
  type ReplyRecord,
  type ThreadRecord,
} from './comment.record'
import type { RequestDigest } from './earlier-message.record'
import { duplicateIndex, isAbove } from '../mongo/queries'
import { withLabel } from './namesakes.record'
import type { ProjectRecord } from '../projects/project.record'
import { newMessage } from './message'
import { changeRoomForWords } from './thread-state'

type MessageRecord = ThreadRecord | ReplyRecord

export interface SentAgain {
  input: { commenter: string; text: string; pictures?: readonly string[] | undefined }
  digest: RequestDigest
  /** The uploaded pictures that the message may use. */
  waiting: readonly MessagePicture[]
  /** The thread that it answers; null for a thread. */
  parent: string | null
  /** The place of a thread. It may be refused. */
  placeOn?: (
    project: ProjectRecord,
  ) => Pick<ThreadRecord, 'design' | 'version' | 'kind' | 'x' | 'y' | 'w' | 'h' | 'strokes'>
}

/** Stores a message that was sent again under its id with other content, in place of an earlier try whose answer its
 *  sender did not get. Only the author may do this, and only before the first reply. A try that is older than the
 *  stored one changes nothing.
 *  @returns the project, and the message as it is stored now
 *  @throws AppError those of `refusal`, and idempotency_key_reused, message_deleted, message_answered,
 *  commenter_is_owner, commenter_claims_role, position_outside, strokes_not_valid, stroke_outside, design_not_found,
 *  old_version, picture_not_there, picture_used, reply_limit_reached */
export async function replaceMessage(
  actor: Actor,
  projectId: string,
  sent: SentAgain,
): Promise<{ project: ProjectRecord; message: MessageRecord }> {
  try {
    return await changeProject(actor, projectId, commentsApi.addComment.action, async (unit) => {
      const { project } = unit
      const { publicId, bodyHash, triedAt } = sent.digest
      const stored = await ThreadModel.findOne({ project: project._id, publicId }).lean<MessageRecord>()
      if (!stored) throw tryAgain()
      if (!isMine(actor, stored) || stored.parent !== sent.parent)
        throw new AppError('idempotency_key_reused')
      const isOlder = triedAt !== null && stored.triedAt && triedAt < stored.triedAt
      const isCurrent = stored.bodyHash === bodyHash || isOlder
      return { project, message: isCurrent ? stored : await replace(actor, unit, stored, sent) }
    })
  } catch (error) {
    throw duplicateIndex(error) === 'pictures.image_1' ? new AppError('picture_used') : error
  }
}

async function replace(
  actor: Actor,
  unit: Unit,
  stored: MessageRecord,
  { input, digest, waiting, placeOn }: SentAgain,
): Promise<MessageRecord> {
  const { project } = unit
  if (stored.deletedAt) throw new AppError('message_deleted')
  if (!isDesigner(actor, project)) checkGuestName(input.commenter, project)
  const pictures = picturesOf(stored, input.pictures ?? [], waiting)
  const place = placeOn?.(project)
  if (await isAnswered(stored)) throw new AppError('message_answered')
  if (!isThread(stored)) await changeRoomForWords(unit, stored, input.text)

  const message = await withLabel(newMessage(actor, project, input, { digest, pictures: [] }))
  const { commenter, person, text, author, byOwner, bodyHash, triedAt } = message
  return unit.update(stored, {
    ...{ commenter, person, text, author, byOwner, bodyHash, triedAt },
    ...(text !== stored.text && { editedAt: new Date() }),
    ...(pictures.length > 0 && { pictures }),
    // The new place is on the newest version, so no later version has a place for it.
    ...(place && { strokes: undefined, ...place, places: undefined }),
  })
}

/** The pictures that the message names, in its order, and the removed ones, which are kept for a few minutes.
 *  @throws AppError picture_not_there */
function picturesOf(
  { pictures: known = [] }: MessageRecord,
  ids: readonly string[],
  waiting: readonly MessagePicture[],
): MessagePicture[] {
  const shown = ids.map((id) => {
    const picture = known.find((one) => one.id === id) ?? waiting.find((one) => one.id === id)
    if (!picture || picture.removedAt !== undefined) throw new AppError('picture_not_there')
    return picture
  })
  const gone = known.filter(({ id }) => !ids.includes(id))
  const removed = { removedAt: new Date(), removedBy: 'author' } as const
  return [...shown, ...gone.map((picture) => ({ ...removed, ...picture }))]
}

/** Whether a thread has replies, or a reply has later ones in its thread. */
async function isAnswered(stored: MessageRecord): Promise<boolean> {
  const { project, storedAt } = stored
  const thread = isThread(stored) ? stored.number : stored.thread
  const later = { project, thread, deletedAt: null, storedAt: isAbove(storedAt) }
  return (await ReplyModel.exists(later)) !== null
}
