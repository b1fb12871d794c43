import * as commentsApi from '@pinmark/shared/api/comments'
import type { Comment } from '@pinmark/shared/entities/comment'
import type { NewComment } from '@pinmark/shared/entities/comment-requests'
import { AppError } from '@pinmark/shared/errors'
import type { Actor } from '../core/actor'
import { commentView } from './comment-view'
import type { ImageKeys } from '../images/image-keys'
import { isThread, type ThreadRecord } from './comment.record'
import type { ProjectRecord } from '../projects/project.record'
import { openState } from './thread-state'
import { findReplies } from './threads.record'
import { presentThread } from './comment.presenter'
import { digestRequest } from './request-digest'
import { farCorner, newestPlace, reaches, spotOf } from './spot'
import { storeMessage } from './store-message'

export interface AddOptions {
  idempotencyKey: string | undefined
  secret: string
  maxComments: number
  imageKeys: ImageKeys
}

/** Adds a comment. A repeated request gets the stored comment, and one with other content replaces it.
 *  @throws AppError those of `storeMessage` and `replaceMessage`, and position_outside, design_not_found, old_version */
export async function addThread(
  actor: Actor,
  projectId: string,
  input: NewComment,
  { maxComments, imageKeys, ...request }: AddOptions,
): Promise<Comment> {
  const digest = digestRequest({ actor, target: 'thread', input, ...request })
  const spot = spotOf(input)
  const placeOn = (project: ProjectRecord) => {
    const { design, version, ...sides } = newestPlace(project, input)
    if (!reaches(sides, farCorner(spot))) throw new AppError('position_outside')
    return { design, version, kind: input.kind ?? 'pin', ...spot }
  }
  const { project, message, isRepeated } = await storeMessage({
    ...{ actor, projectId, input, digest, maxComments },
    action: commentsApi.addComment.action,
    counts: { nextNumber: 1, size: 1 },
    make: ({ project }, common): ThreadRecord => ({
      ...common,
      number: project.nextNumber,
      ...placeOn(project),
      ...openState(),
      replyRoom: { count: 0, bytes: 0 },
      parent: null,
    }),
    sentAgain: { parent: null, placeOn },
  })
  if (!isThread(message)) throw new AppError('idempotency_key_reused')
  const replies = isRepeated ? await findReplies(project._id, message.number) : []
  return presentThread(message, replies, commentView(actor, project, imageKeys), project)
}
