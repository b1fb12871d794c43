import type { ProjectSummary } from '@pinmark/shared/entities/project'
import type { ProjectListQuery } from '@pinmark/shared/entities/requests'
import { requireUser, type Actor } from '../../access/actor'
import { trashEnd } from '../../access/permit'
import { isAbove } from '../../models/filter-operators'
import { loadSmallJpegs } from '../../models/image'
import { keepOwnerName } from '../../models/owned-projects'
import { ProjectModel, type ProjectRecord } from '../../models/project'
import { currentStats } from '../../models/project-stats'
import { presentSummary, summaryFields } from '../../presenters/project'

/** Whoever fills the trash faster than it is emptied sees its newest. */
const maxDeletedShown = 200

/** The owner's projects: the living ones by 'Edited', newest first; the deleted ones, last deleted first.
 *  @throws AppError sign_in_required, session_ended */
export async function listProjects(
  actor: Actor,
  { image, state }: ProjectListQuery,
): Promise<ProjectSummary[]> {
  const user = requireUser(actor)
  const found = await (state === 'active' ? findActive(user.id) : findDeleted(user.id))
  const projects = await keepOwnerName(user, found)
  const pictures =
    image === 'thumbnail' ? await loadSmallJpegs(projects.map(({ front }) => front.image)) : null
  return Promise.all(
    projects.map(async (project) =>
      presentSummary(project, {
        isOwner: true,
        stats: await currentStats(project),
        image: pictures?.get(project.front.image)?.toString('base64'),
      }),
    ),
  )
}

function findActive(owner: ProjectRecord['owner']): Promise<ProjectRecord[]> {
  return ProjectModel.find({ owner, deletedAt: null }, summaryFields)
    .sort({ updatedAt: -1, _id: -1 })
    .lean<ProjectRecord[]>()
    .exec()
}

function findDeleted(owner: ProjectRecord['owner']): Promise<ProjectRecord[]> {
  return ProjectModel.find({ owner, deletedAt: isAbove(trashEnd()) }, summaryFields)
    .sort({ deletedAt: -1 })
    .limit(maxDeletedShown)
    .lean<ProjectRecord[]>()
    .exec()
}
