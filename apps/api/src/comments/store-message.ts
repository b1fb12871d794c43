import * as commentsApi from '@pinmark/shared/api/comments'
import type { Action } from '@pinmark/shared/api/endpoint'
import { AppError } from '@pinmark/shared/errors'
import type { Actor } from '../core/actor'
import { checkGuestName } from './guest-name'
import { permit } from '../core/permit'
import { requireProject } from '../core/refusal'
import { isDesigner } from '../core/rights'
import { changeProject } from '../core/change-project'
import type { Counts, Unit } from '../core/unit'
import type { ReplyRecord, ThreadRecord, MessagePicture } from './comment.record'
import { duplicateIndex } from '../mongo/queries'
import { findEarlier, raiseNextNumber, type RequestDigest } from './earlier-message.record'
import { withLabel } from './namesakes.record'
import { findProject } from '../projects/permitted-project.record'
import { findWaiting } from './pictures.record'
import type { ProjectRecord } from '../projects/project.record'
import { uploaderOf } from './add-picture.service'
import { capFor, newMessage } from './message'
import { replaceMessage, type SentAgain } from './replace-message'

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
  make: (
    unit: Unit,
    common: ReturnType<typeof newMessage>,
  ) => ThreadRecord | ReplyRecord | Promise<ThreadRecord | ReplyRecord>
  sentAgain: Pick<SentAgain, 'parent' | 'placeOn'>
}

interface StoredMessage {
  project: ProjectRecord
  message: ThreadRecord | ReplyRecord
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
