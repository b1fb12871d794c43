import * as commentsApi from '@pinmark/shared/api/comments'
import type { Action } from '@pinmark/shared/api/endpoint'
import { AppError } from '@pinmark/shared/errors'
import type { Actor } from '../core/actor'
import { checkGuestName } from './guest-name'
import { permit } from '../core/permit'
import { requireProject } from '../core/refusal'
import { isDesigner, isMine } from '../core/rights'
import { changeProject } from '../core/change-project'
import type { Counts, Unit } from '../core/unit'
import {
  type ReplyRecord,
  type ThreadRecord,
  type MessagePicture,
  isThread,
  ReplyModel,
  ThreadModel,
} from './comment.record'
import { duplicateIndex, isAbove } from '../mongo/queries'
import { findEarlier, raiseNextNumber, type RequestDigest } from './earlier-message.record'
import { withLabel } from './namesakes.record'
import { findProject } from '../projects/permitted-project.record'
import { findWaiting } from './pictures.record'
import type { ProjectRecord } from '../projects/project.record'
import { uploaderOf } from './pictures.service'
import { capFor, newMessage } from './message'
import { tryAgain } from '../base/failures'
import { changeRoomForWords } from './thread-state'

type MessageRecord = ThreadRecord | ReplyRecord

interface MessageRequest {
  actor: Actor
  projectId: string
  action: Action
  input: Parameters<typeof newMessage>[2] & { pictures?: readonly string[] | undefined }
  digest: RequestDigest
  maxComments: number
  counts: Counts
  /** What it changes besides the project, such as the thread it answers. */
  touches?: readonly string[]
  /** Makes the record from the fields that threads and replies have in common. It may refuse. */
  make: (unit: Unit, common: ReturnType<typeof newMessage>) => MessageRecord | Promise<MessageRecord>
  sentAgain: Pick<SentAgain, 'parent' | 'placeOn'>
}

interface StoredMessage {
  project: ProjectRecord
  message: MessageRecord
  /** Whether an earlier try stored it. */
  isRepeated: boolean
}

/** Stores a comment or reply once. A repeated request finds the stored one, and one with other content replaces it.
 *  @throws AppError those of `refusal` and `replaceMessage`, and commenter_is_owner, commenter_claims_role,
 *  comment_limit_reached, idempotency_key_reused, picture_not_there, picture_used */
export async function storeMessage(request: MessageRequest): Promise<StoredMessage> {
  const { actor, projectId, action, input, digest, counts, touches = [] } = request
  const { pictures, refused } = await picturesFor(actor, projectId, input)
  const add = async (unit: Unit): Promise<StoredMessage> => {
    const { project } = unit
    const byOwner = isDesigner(actor, project)
    if (!byOwner) checkGuestName(input.commenter, project)
    const made = await request.make(unit, newMessage(actor, project, input, { digest, pictures }))
    if (refused) throw refused
    if (project.size >= capFor(byOwner, request.maxComments)) throw new AppError('comment_limit_reached')
    const message = await withLabel(made)
    unit.insert(message)
    return { project, message, isRepeated: false }
  }
  for (;;) {
    try {
      const options = { counts, touches: [digest.publicId, digest.dedupe, ...touches] }
      return await changeProject(actor, projectId, action, add, options)
    } catch (error) {
      const index = duplicateIndex(error)
      if (index === null && !(error instanceof AppError)) throw error
      const project = await requireProject(actor, projectId, action)
      const earlier = await findEarlier(project, digest)
      if (earlier?.isSame) return { project, message: earlier.stored, isRepeated: true }
      if (earlier) {
        const sent = { ...request.sentAgain, input, digest, waiting: pictures }
        return { ...(await replaceMessage(actor, projectId, sent)), isRepeated: true }
      }
      if (index === null) throw error
      if (index === 'pictures.image_1') throw new AppError('picture_used')
      if (index === 'project_1_number_1') await raiseNextNumber(project._id)
    }
  }
}

interface Pictures {
  pictures: MessagePicture[]
  /** Set when one of the pictures is not available. An earlier try may have stored the message with it. */
  refused: AppError | null
}

/** The uploaded pictures that a new message names. The insert detects whether another message has taken one
 *  of them first. */
async function picturesFor(
  actor: Actor,
  projectId: string,
  { pictures: ids = [] }: { pictures?: readonly string[] | undefined },
): Promise<Pictures> {
  if (ids.length === 0) return { pictures: [], refused: null }
  const project = await findProject(permit(actor, projectId, commentsApi.addPicture.action))
  // Without the permission, the message is refused for that reason.
  const pictures = project && (await findWaiting(ids, { project: project._id, uploader: uploaderOf(actor) }))
  const isComplete = pictures?.length === ids.length
  return { pictures: pictures ?? [], refused: isComplete ? null : new AppError('picture_not_there') }
}

interface SentAgain {
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
async function replaceMessage(
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
