import type { Project } from '@pinmark/shared/entities/project'
import type { ProjectQuery } from '@pinmark/shared/entities/requests'
import type { Actor } from '../../access/actor'
import { permit } from '../../access/permit'
import { refusal } from '../../access/refusal'
import { isOwner, projectRights } from '../../access/rights'
import { loadRendition } from '../../models/image'
import { keepOwnerName } from '../../models/owned-projects'
import { ProjectModel, type ProjectRecord } from '../../models/project'
import { currentStats } from '../../models/project-stats'
import { findStoredPage } from '../../models/threads'
import { findVisit, visitorOf } from '../../models/visit'
import { newestPosition } from '../../platform/change-stream'
import { presentProject } from '../../presenters/project'
import { presentVisit } from '../../presenters/visit'
import { commentsText } from './comments-text'

interface OpenedProject {
  /** All but the comments. */
  project: Omit<Project, 'comments'>
  /** `Comment[]` as JSON. */
  comments: string
}

/** A project with its comments, for its owner or by its link.
 *  @throws AppError project_not_found */
export async function openProject(
  actor: Actor,
  projectId: string,
  query: ProjectQuery,
): Promise<OpenedProject> {
  // Before anything is read: whatever happens from here on is told by the live events that begin there.
  const position = newestPosition()
  const found = await ProjectModel.findOne(permit(actor, projectId, 'view')).lean<ProjectRecord>()
  if (!found) throw await refusal(actor, projectId, 'view')
  const isMine = actor.user !== null && isOwner(actor, found)
  const [project = found] = isMine && actor.user ? await keepOwnerName(actor.user, [found]) : [found]

  const { _id, hasReplies } = project
  const visitor = visitorOf(actor.user?.id ?? null, actor.guestHash)
  const [page, stats, visit, image] = await Promise.all([
    findStoredPage({ project: _id, hasReplies, after: query.after, limit: query.comments }),
    currentStats(project),
    visitor === null ? null : findVisit(_id, visitor),
    loadPicture(project.front.image, query.image),
  ])
  return {
    project: {
      ...presentProject(project, { isOwner: isMine, can: projectRights(actor, project), stats }),
      ...(image !== null && { image }),
      commentsNext: page.next,
      visit: visit && presentVisit(visit),
      position,
    },
    comments: commentsText(actor, project, `after ${query.after}, at most ${query.comments}`, page),
  }
}

/** base64 JPEG without a prefix, as the contract has it. */
async function loadPicture(imageId: string, mode: ProjectQuery['image']): Promise<string | null> {
  if (mode === 'none') return null
  const picture = await loadRendition(imageId, mode === 'full' ? 'jpeg' : 'jpegSmall')
  if (!picture) throw new Error('a project names an image that is not stored')
  return picture.bytes.toString('base64')
}
