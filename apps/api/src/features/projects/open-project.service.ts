import type { Project } from '@pinmark/shared/entities/project'
import type { ProjectQuery } from '@pinmark/shared/entities/requests'
import { isStranger, type Actor } from '../../access/actor'
import { permit } from '../../access/permit'
import { refusal } from '../../access/refusal'
import { isOwner, projectRights } from '../../access/rights'
import { Batches } from '../../models/batches'
import { loadRendition } from '../../models/image'
import { keepOwnerName } from '../../models/owned-projects'
import { ProjectModel, type ProjectRecord } from '../../models/project'
import { currentStats } from '../../models/project-stats'
import { findVisit, visitorOf } from '../../models/visit'
import { newestPosition } from '../../platform/change-stream'
import { presentProject } from '../../presenters/project'
import { presentVisit } from '../../presenters/visit'
import { commentsText } from './comments-text'

interface Opening {
  readonly actor: Actor
  readonly projectId: string
  readonly query: ProjectQuery
}

/** A project with its comments as JSON, `Project`, for its owner or by its link.
 *  @throws AppError project_not_found */
export async function openProject(opening: Opening): Promise<string> {
  const { actor, projectId, query } = opening
  const text = await (isStranger(actor)
    ? strangersOpenings.add([projectId, query.image, query.after, query.comments].join(' '), opening)
    : open(opening))
  if (text === null) throw await refusal(actor, projectId, 'view')
  return text
}

/** Strangers all see the same. Those who ask while it is being read share one reading that begins afterwards. */
const strangersOpenings = new Batches(Infinity, async (openings: readonly Opening[]) => {
  const [first] = openings
  const value = first ? await open(first) : null
  return openings.map(() => ({ status: 'fulfilled', value }))
})

async function open({ actor, projectId, query }: Opening): Promise<string | null> {
  // Before anything is read: whatever happens from here on is told by the live events that begin there.
  const position = newestPosition()
  const found = await ProjectModel.findOne(permit(actor, projectId, 'view')).lean<ProjectRecord>()
  if (!found) return null
  const isMine = actor.user !== null && isOwner(actor, found)
  const [project = found] = isMine && actor.user ? await keepOwnerName(actor.user, [found]) : [found]

  const visitor = visitorOf(actor.user?.id ?? null, actor.guestHash)
  const [comments, stats, visit, image] = await Promise.all([
    commentsText(actor, project, { after: query.after, limit: query.comments }),
    currentStats(project),
    visitor === null ? null : findVisit(project._id, visitor),
    loadPicture(project.front.image, query.image),
  ])
  const head: Omit<Project, 'comments'> = {
    ...presentProject(project, { isOwner: isMine, can: projectRights(actor, project), stats }),
    ...(image !== null && { image }),
    commentsNext: comments.next,
    visit: visit && presentVisit(visit),
    position,
  }
  return `${JSON.stringify(head).slice(0, -1)},"comments":${comments.text}}`
}

/** base64 JPEG without a prefix, as the contract has it. */
async function loadPicture(imageId: string, mode: ProjectQuery['image']): Promise<string | null> {
  if (mode === 'none') return null
  const picture = await loadRendition(imageId, mode === 'full' ? 'jpeg' : 'jpegSmall')
  if (!picture) throw new Error('a project names an image that is not stored')
  return picture.bytes.toString('base64')
}
