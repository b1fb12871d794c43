import type { UpdateQuery } from 'mongoose'
import type { Action } from '@pinmark/shared/api/endpoint'
import * as sharingApi from '@pinmark/shared/api/sharing'
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
  return update(actor, projectId, sharingApi.changeSettings, {
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
  return update(actor, projectId, sharingApi.makeNewLink, { $set: { linkId }, $push })
}

async function update(
  actor: Actor,
  projectId: string,
  { action }: { readonly action: Action },
  change: UpdateQuery<ProjectRecord>,
): Promise<Link> {
  const project = await ProjectModel.findOneAndUpdate(permit(actor, projectId, action), change, {
    returnDocument: 'after',
    projection: { linkId: 1, link: 1 },
  }).lean<Pick<ProjectRecord, 'linkId' | 'link'>>()
  if (!project) throw await refusal(actor, projectId, action)
  return presentLink(project)
}
