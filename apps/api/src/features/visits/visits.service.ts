import type { Visit } from '@pinmark/shared/entities/project'
import type { Actor } from '../../access/actor'
import { permit } from '../../access/permit'
import { refusal } from '../../access/refusal'
import { isOwner } from '../../access/rights'
import { ProjectModel, type ProjectRecord } from '../../models/project'
import { beginChange, completeChange } from '../../models/project-stats'
import { rememberVisit, visitorOf } from '../../models/visit'
import { presentVisit } from '../../presenters/visit'

/** Remembers how far somebody has read; never less far than before. A browser without a guest secret cannot be told
 *  from others, and gets null.
 *  @throws AppError project_not_found */
export async function recordVisit(actor: Actor, projectId: string, number: number): Promise<Visit | null> {
  const mayView = permit(actor, projectId, 'view')
  const project = await ProjectModel.findOne(mayView, { owner: 1, nextNumber: 1 }).lean<ProjectRecord>()
  if (!project) throw await refusal(actor, projectId, 'view')
  const visitor = visitorOf(actor.user?.id ?? null, actor.guestHash)
  if (visitor === null) return null

  const remember = () => rememberVisit(project._id, visitor, Math.min(number, project.nextNumber - 1))
  if (!isOwner(actor, project)) return presentVisit(await remember())
  // What is new to the owner is among the project's counts.
  const begun = await beginChange(mayView)
  if (!begun) throw await refusal(actor, projectId, 'view')
  return presentVisit(await completeChange(begun, remember))
}
