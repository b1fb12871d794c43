import * as liveApi from '@pinmark/shared/api/live'
import type { Visit } from '@pinmark/shared/entities/project'
import type { Actor } from '../../access/actor'
import { permit } from '../../access/permit'
import { refusal } from '../../access/refusal'
import { requireProject } from '../../access/require-project'
import type { SharedCounter } from '../../access/rates/shared-counter'
import { isOwner } from '../../access/rights'
import { beginChange, completeChange } from '../../models/project-stats'
import { rememberVisit, updateVisit } from '../../models/visit'
import { visitorKey } from '../../models/visitor-key'
import { presentVisit } from '../../presenters/visit'

/** Stores how far a visitor has read. It never goes back. A browser without a guest secret cannot be recognised and
 *  gets null. A new browser also gets null when its network has reached `newVisitors` in this project, because
 *  secrets cost nothing and each would be stored.
 *  @throws AppError project_not_found */
export async function recordVisit(
  actor: Actor,
  projectId: string,
  number: number,
  newVisitors: SharedCounter,
): Promise<Visit | null> {
  const { action } = liveApi.recordVisit
  const project = await requireProject(actor, projectId, action, { owner: 1, nextNumber: 1 })
  const visitor = visitorKey(actor)
  if (visitor === null) return null

  const seen = Math.min(number, project.nextNumber - 1)
  if (!isOwner(actor, project)) {
    const known = await updateVisit(project._id, visitor, seen)
    if (known) return presentVisit(known)
    const { isOver } = await newVisitors.count(`${projectId} ${actor.network}`)
    return isOver ? null : presentVisit(await rememberVisit(project._id, visitor, seen))
  }
  // What is new to the owner is among the project's counts.
  const begun = await beginChange(permit(actor, projectId, action))
  if (!begun) throw await refusal(actor, projectId, action)
  const remember = () => rememberVisit(project._id, visitor, seen)
  return presentVisit(await completeChange(begun, remember))
}
