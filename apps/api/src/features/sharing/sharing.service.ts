import type { UpdateQuery } from 'mongoose'
import type { Link, ProjectSettings } from '@pinmark/shared/entities/project'
import type { Actor } from '../../access/actor'
import { permit } from '../../access/permit'
import { refusal } from '../../access/refusal'
import { ProjectModel, type ProjectRecord } from '../../models/project'
import { newPublicId } from '../../platform/ids'
import { presentLink } from '../../presenters/project'

/** Old links the owner can still use, the permanent id among them. */
const maxAddresses = 50

/** Sets what the link allows, closes or opens it, pauses or resumes comments.
 *  @throws AppError project_not_found, session_ended, not_allowed */
export function changeSettings(
  actor: Actor,
  projectId: string,
  { permission, closed, paused }: ProjectSettings,
): Promise<Link> {
  const now = new Date()
  return update(actor, projectId, {
    ...(permission !== undefined && { 'link.permission': permission }),
    ...(closed !== undefined && { 'link.closedAt': closed ? now : null }),
    ...(paused !== undefined && { 'link.pausedAt': paused ? now : null }),
  })
}

/** Replaces the link: the old one goes on working with the owner's token alone.
 *  @throws AppError project_not_found, session_ended, not_allowed */
export function makeNewLink(actor: Actor, projectId: string): Promise<Link> {
  const linkId = newPublicId()
  // Behind the permanent id, which stays first whatever is cut off at the end.
  const $push = { addresses: { $each: [linkId], $position: 1, $slice: maxAddresses } }
  return update(actor, projectId, { $set: { linkId }, $push })
}

async function update(actor: Actor, projectId: string, change: UpdateQuery<ProjectRecord>): Promise<Link> {
  const project = await ProjectModel.findOneAndUpdate(permit(actor, projectId, 'manage'), change, {
    returnDocument: 'after',
    projection: { linkId: 1, link: 1 },
  }).lean<Pick<ProjectRecord, 'linkId' | 'link'>>()
  if (!project) throw await refusal(actor, projectId, 'manage')
  return presentLink(project)
}
