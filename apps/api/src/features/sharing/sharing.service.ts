import * as sharingApi from '@pinmark/shared/api/sharing'
import type { Link, ProjectSettings } from '@pinmark/shared/entities/project'
import type { Actor } from '../../access/actor'
import { permit } from '../../access/permit'
import { refusal } from '../../access/refusal'
import { updateProject, type ProjectUpdate } from '../../models/permitted-project'
import { newPublicId } from '../../base/public-id'
import { presentLink } from '../../presenters/project'

/** How many former links keep working for the owner, the permanent id included. */
const maxAddresses = 50

/** Sets what the link allows, closes or opens it, pauses or resumes comments.
 *  @throws AppError project_not_found, session_ended, not_allowed */
export function changeSettings(
  actor: Actor,
  projectId: string,
  { permission, closed, paused }: ProjectSettings,
): Promise<Link> {
  const now = new Date()
  const $set = {
    ...(permission !== undefined && { 'link.permission': permission }),
    ...(closed !== undefined && { 'link.closedAt': closed ? now : null }),
    ...(paused !== undefined && { 'link.pausedAt': paused ? now : null }),
  }
  return update(actor, projectId, sharingApi.changeSettings, { $set })
}

/** Replaces the link. The old one keeps working for the owner alone.
 *  @throws AppError project_not_found, session_ended, not_allowed */
export function makeNewLink(actor: Actor, projectId: string): Promise<Link> {
  const linkId = newPublicId()
  // Second, after the permanent id, which `$slice` must never cut off.
  const $push = { addresses: { $each: [linkId], $position: 1, $slice: maxAddresses } }
  return update(actor, projectId, sharingApi.makeNewLink, { $set: { linkId }, $push })
}

async function update(
  actor: Actor,
  projectId: string,
  { action }: { readonly action: 'manage' },
  change: ProjectUpdate<'manage'>,
): Promise<Link> {
  const project = await updateProject(permit(actor, projectId, action), change, { linkId: 1, link: 1 })
  if (!project) throw await refusal(actor, projectId, action)
  return presentLink(project)
}
