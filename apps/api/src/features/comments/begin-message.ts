import type { QueryFilter, UpdateQuery } from 'mongoose'
import { AppError } from '@pinmark/shared/errors'
import { foldName } from '@pinmark/shared/text'
import type { Actor } from '../../access/actor'
import { permit } from '../../access/permit'
import { refusal } from '../../access/refusal'
import { isOwner } from '../../access/rights'
import { ThreadModel, type ReplyRecord, type ThreadRecord } from '../../models/comment'
import { findRepeated, type RequestDigest } from '../../models/comment-writes'
import { isBelow, isNot } from '../../models/filter-operators'
import { ProjectModel, type ProjectRecord } from '../../models/project'
import { beginChange } from '../../models/project-stats'

interface MessageRequest {
  actor: Actor
  projectId: string
  commenter: string
  digest: RequestDigest
  maxComments: number
  /** What else must hold for the project, and who says which of it does not. */
  conditions?: QueryFilter<ProjectRecord>
  explain?: (project: ProjectRecord) => void
  change: Pick<UpdateQuery<ProjectRecord>, '$inc' | '$set'>
}

interface Begun {
  project: ProjectRecord
  /** Set when the same request was stored before, and nothing was begun. */
  repeated: ThreadRecord | ReplyRecord | null
}

/** Begins a comment or reply. Permission, cap and the owner's name are conditions of the write; when it meets
 *  nothing, the reason is looked for afterwards.
 *  @throws AppError whatever `refusal` says, and commenter_is_owner, comment_limit_reached, idempotency_key_reused */
export async function beginMessage(request: MessageRequest): Promise<Begun> {
  const { actor, projectId, commenter, digest, maxComments, conditions, explain, change } = request
  const nameIsFree = { ownerNameFolded: isNot(foldName(commenter)) }
  const mayWrite = {
    ...permit(actor, projectId, 'comment', nameIsFree),
    ...conditions,
    size: isBelow(maxComments),
  }
  const begun = await beginChange(mayWrite, change)
  if (begun) return { project: begun, repeated: null }

  const project = await ProjectModel.findOne(permit(actor, projectId, 'comment')).lean<ProjectRecord>()
  if (!project) throw await refusal(actor, projectId, 'comment')
  // The first try may have been the one that reached the cap.
  const repeated = await findRepeated(project._id, digest)
  if (repeated) return { project, repeated }
  const hasOwnersName = foldName(commenter) === project.ownerNameFolded
  if (hasOwnersName && !isOwner(actor, project)) throw new AppError('commenter_is_owner')
  explain?.(project)

  const hasRoom = (await recountSize(project)) < maxComments
  const begunNow = hasRoom ? await beginChange(mayWrite, change) : null
  if (!begunNow) throw new AppError('comment_limit_reached')
  return { project: begunNow, repeated: null }
}

/** Counts anew how many comments a project holds: deleted ones give their room back only here.
 *  @returns the count, which is also stored as long as nothing is being added meanwhile */
async function recountSize({ _id, seq }: ProjectRecord): Promise<number> {
  const size = await ThreadModel.countDocuments({ project: _id, deletedAt: null })
  await ProjectModel.updateOne({ _id, seq }, { size })
  return size
}
