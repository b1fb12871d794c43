import * as commentsApi from '@pinmark/shared/api/comments'
import { AppError } from '@pinmark/shared/errors'
import type { Actor } from '../../access/actor'
import { permit } from '../../access/permit'
import type { MessagePicture } from '../../models/comment'
import { findProject } from '../../models/permitted-project'
import { findWaiting } from '../../models/pictures'
import { uploaderOf } from './add-picture.service'

interface Pictures {
  pictures: MessagePicture[]
  /** Set when one of the pictures is not available. An earlier try may have stored the message with it. */
  refused: AppError | null
}

/** The uploaded pictures that a new message names. The insert detects whether another message has taken one
 *  of them first. */
export async function picturesFor(
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
