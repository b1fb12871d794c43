import type { Comment } from '@pinmark/shared/entities/comment'
import type { NewComment } from '@pinmark/shared/entities/comment-requests'
import { AppError } from '@pinmark/shared/errors'
import type { Actor } from '../../access/actor'
import { commentView } from '../../access/comment-view'
import type { ImageKeys } from '../../access/image-keys'
import { isThread, type ReplyRecord, type ThreadRecord } from '../../models/comment'
import { insertComment } from '../../models/comment-inserts'
import { findEarlier, giveNumberBack, raiseNextNumber, type Earlier } from '../../models/comment-writes'
import { withLabel } from '../../models/namesakes'
import type { ProjectRecord } from '../../models/project'
import { completeChange } from '../../models/project-stats'
import { openState } from '../../models/thread-state'
import { findReplies } from '../../models/threads'
import { presentThread } from '../../presenters/comment'
import { beginMessage } from './begin-message'
import { newMessage } from './new-message'
import { picturesFor } from './pictures-for'
import { replaceMessage } from './replace-message'
import { digestRequest } from './request-digest'
import { farCorner, newestPlace, reaches, spotOf } from './spot'

export interface AddOptions {
  idempotencyKey: string | undefined
  secret: string
  maxComments: number
  imageKeys: ImageKeys
}

/** Adds a comment: the project's counter first, then the comment. A repeated request gets the stored comment, and
 *  one with other content replaces it.
 *  @throws AppError those of `beginMessage` and `replaceMessage`, and position_outside, design_not_found, old_version,
 *  picture_not_there, picture_used */
export async function addThread(
  actor: Actor,
  projectId: string,
  input: NewComment,
  { maxComments, imageKeys, ...request }: AddOptions,
): Promise<Comment> {
  const digest = digestRequest({ actor, target: 'thread', input, ...request })
  const spot = spotOf(input)
  const { pictures, refused } = await picturesFor(actor, projectId, input)
  const begin = () =>
    beginMessage({
      actor,
      projectId,
      commenter: input.commenter,
      digest,
      maxComments,
      kind: 'thread',
      refused,
      place: { corner: farCorner(spot), design: input.design, version: input.version },
      explain: placeOn,
    })

  /** @returns null when the caller has to begin again */
  const store = async (project: ProjectRecord): Promise<Comment | null> => {
    const thread = await withLabel(threadOf(project))
    const outcome = await completeChange(project, () => insertComment(thread))
    if (outcome === 'stored') return present(project, thread, [])
    if (outcome === 'numberTaken') await raiseNextNumber(project._id)
    else await giveNumberBack(project._id, thread.number)
    const earlier = await findEarlier(project, digest)
    if (earlier) return presentEarlier(project, earlier)
    if (outcome === 'pictureTaken') throw new AppError('picture_used')
    return null
  }

  const placeOn = (project: ProjectRecord) => {
    const { design, version, ...sides } = newestPlace(project, input)
    if (!reaches(sides, farCorner(spot))) throw new AppError('position_outside')
    return { design, version, kind: input.kind ?? 'pin', ...spot }
  }

  const threadOf = (project: ProjectRecord): ThreadRecord => ({
    ...newMessage(actor, project, input, { digest, pictures }),
    number: project.nextNumber - 1,
    ...placeOn(project),
    ...openState(),
    replyRoom: { count: 0, bytes: 0 },
    parent: null,
  })

  const present = (project: ProjectRecord, thread: ThreadRecord, replies: ReplyRecord[]) =>
    presentThread(thread, replies, commentView(actor, project, imageKeys), project)

  const presentEarlier = async (project: ProjectRecord, { stored, isSame }: Earlier): Promise<Comment> => {
    const sentAgain = { input, digest, waiting: pictures, parent: null, placeOn }
    const now = isSame ? { project, message: stored } : await replaceMessage(actor, projectId, sentAgain)
    if (!isThread(now.message)) throw new AppError('idempotency_key_reused')
    return present(now.project, now.message, await findReplies(now.project._id, now.message.number))
  }

  for (;;) {
    const { project, earlier } = await begin()
    if (earlier) return presentEarlier(project, earlier)
    const stored = await store(project)
    if (stored) return stored
  }
}
