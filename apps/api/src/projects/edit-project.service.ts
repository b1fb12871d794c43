import * as projectsApi from '@pinmark/shared/api/projects'
import type { OrderChange, ProjectChange, ProjectSummary } from '@pinmark/shared/entities/project'
import type { Deleted } from '@pinmark/shared/entities/requests'
import { AppError } from '@pinmark/shared/errors'
import { limits } from '@pinmark/shared/limits'
import type { mongo } from 'mongoose'
import type { Actor } from '../core/actor'
import { changeAccount } from '../accounts/change-account'
import { findUserName } from '../accounts/user.record'
import type { ImageKeys } from '../images/image-keys'
import { permit } from '../core/permit'
import { refusal, requireProject } from '../core/refusal'
import { isDesigner, roleIn } from '../core/rights'
import { inTransaction } from '../mongo/database'
import { isOneOf } from '../mongo/queries'
import { checkCaps, ownerNameFields, type Caps } from './owned-projects.record'
import { updateProject, type ProjectUpdate } from './permitted-project.record'
import { findVerdicts } from '../rounds/verdict.record'
import { presentSummary, summaryFields, type SummaryRecord } from './project.presenter'
import { shownStats } from './project-stats.record'

/** Renames a project or changes its description, if `actor` may at the moment of the write.
 *  @throws AppError project_not_found, sign_in_required, session_ended, not_allowed */
export async function editProject(
  actor: Actor,
  projectId: string,
  { name, description }: ProjectChange,
  imageKeys: ImageKeys,
): Promise<ProjectSummary> {
  const change = { ...(name !== undefined && { name }), ...(description !== undefined && { description }) }
  const project = await update(actor, projectId, projectsApi.changeProject.action, {
    $set: { ...change, updatedAt: new Date() },
  })
  return summarize(actor, project, imageKeys)
}

/** Labels a project, takes it out of the list, or brings it back.
 *  @throws AppError what `refusal` says, and labels_not_valid for too many labels */
export async function changeOrder(
  actor: Actor,
  projectId: string,
  { archived, labels, addLabels = [], removeLabels = [] }: OrderChange,
  imageKeys: ImageKeys,
): Promise<ProjectSummary> {
  const { action } = projectsApi.changeOrder
  const change = {
    $set: {
      ...(archived !== undefined && { archivedAt: archived ? new Date() : null }),
      ...(labels && { labels: [...new Set(labels)].filter((label) => !removeLabels.includes(label)) }),
    },
    ...(!labels && removeLabels.length > 0 && { $pull: { labels: isOneOf(removeLabels) } }),
  }
  if (addLabels.length === 0)
    return summarize(actor, await update(actor, projectId, action, change), imageKeys)
  const added = { $addToSet: { labels: { $each: addLabels } } }
  const isReplaced = labels !== undefined || removeLabels.length > 0
  const changed = await inTransaction(async (session) => {
    // One update cannot both replace or remove labels and add some.
    if (isReplaced) await update(actor, projectId, action, change, session)
    const last = isReplaced ? added : { ...change, ...added }
    const project = await update(actor, projectId, action, last, session)
    if ((project.labels?.length ?? 0) > limits.labelsPerProject) throw new AppError('labels_not_valid')
    return project
  })
  return summarize(actor, changed, imageKeys)
}

/** Marks a project as deleted: its owner and members can restore it until it is swept.
 *  @throws AppError project_not_found, sign_in_required, session_ended, not_allowed */
export async function deleteProject(actor: Actor, projectId: string): Promise<Deleted> {
  const deletedAt = new Date()
  // A request that creates the project again, with the same Idempotency-Key, creates another one from now on.
  const change = { $set: { deletedAt }, $unset: { creation: '' } } as const
  const project = await update(actor, projectId, projectsApi.deleteProject.action, change)
  const _id = isDesigner(actor, project) ? project.publicId : project.linkId
  return { _id, deletedAt: deletedAt.toISOString() }
}

/** Takes a project out of the trash, if its owner still has room for it.
 *  @throws AppError project_not_found, not_allowed, project_limit_reached, storage_limit_reached */
export async function restoreProject(
  actor: Actor,
  projectId: string,
  { caps, imageKeys }: { caps: Caps; imageKeys: ImageKeys },
): Promise<ProjectSummary> {
  const { action } = projectsApi.restoreProject
  const { owner, deletedAt } = await requireProject(actor, projectId, action, { owner: 1, deletedAt: 1 })
  const restored = await changeAccount(owner, async (session) => {
    // The owner may have changed their name since it was deleted.
    const name = await findUserName(owner, session)
    const change = { $set: { deletedAt: null, ...ownerNameFields({ name }) } }
    const project = await update(actor, projectId, action, change, session)
    if (deletedAt) await checkCaps(owner, caps, {}, session)
    return project
  })
  return summarize(actor, restored, imageKeys)
}

async function update<A extends 'rename' | 'manage' | 'delete' | 'restore'>(
  actor: Actor,
  projectId: string,
  action: A,
  change: ProjectUpdate<A>,
  session?: mongo.ClientSession,
): Promise<SummaryRecord> {
  const project = await updateProject(permit(actor, projectId, action), change, summaryFields, session)
  if (!project) throw await refusal(actor, projectId, action)
  return project
}

async function summarize(
  actor: Actor,
  project: SummaryRecord,
  imageKeys: ImageKeys,
): Promise<ProjectSummary> {
  return presentSummary(project, {
    ...roleIn(actor, project),
    stats: await shownStats(actor, project),
    // Guests see their own verdict only.
    verdicts: isDesigner(actor, project)
      ? await findVerdicts({ project: project._id, round: project.round.number })
      : [],
    imageKey: imageKeys.for(actor, project),
  })
}
