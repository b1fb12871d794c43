import * as liveApi from '@pinmark/shared/api/live'
import type { NewVisit, Visit } from '@pinmark/shared/entities/project'
import type { Actor } from '../core/actor'
import { requireProject } from '../core/refusal'
import type { LocalCounter, RateCounter } from '../http/limits/rate-counter'
import { isDesigner, isOwner } from '../core/rights'
import { changeProject } from '../core/change-project'
import {
  findVisit,
  rememberVisit,
  updateVisit,
  VisitModel,
  visitWrite,
  type Reading,
  visitorKey,
} from './visit.record'
import { presentVisit } from '../projects/project.presenter'

interface VisitCounters {
  /** Visits of one network in one project. */
  visits: LocalCounter
  /** Browsers of one network that were never in this project before. */
  newVisitors: RateCounter
}

/** Stores what a visitor has read. Nothing becomes unread again. A browser without a guest secret cannot be
 *  recognised and gets null. A new browser also gets null when its network has reached `newVisitors` in this
 *  project, because secrets cost nothing and each would be stored. Above the limit of `visits`, no visit is
 *  stored. Pages send visits on their own, so no user is told.
 *  @throws AppError project_not_found */
export async function recordVisit(
  actor: Actor,
  projectId: string,
  { number, alone = false, until: received }: NewVisit,
  { visits, newVisitors }: VisitCounters,
): Promise<Visit | null> {
  const { action } = liveApi.recordVisit
  const project = await requireProject(actor, projectId, action, { owner: 1, members: 1, nextNumber: 1 })
  const visitor = visitorKey(actor)
  const key = `${projectId} ${actor.network}`
  if (visitor === null || visits.count(key).isOver) return null

  const newest = project.nextNumber - 1
  const now = new Date()
  // A reply may be stored that the page has not received yet.
  const until = received === undefined ? now : new Date(Math.min(Date.parse(received), now.getTime()))
  const reading: Reading = { number: Math.min(number, newest), alone, until }
  if (!isOwner(actor, project)) {
    const known = await updateVisit(project._id, visitor, reading)
    if (known) return presentVisit(known)
    const isMember = isDesigner(actor, project)
    if (!isMember && (await newVisitors.count(key)).isOver) return null
    // Only to designers is something new at the first visit.
    const first = alone && !isMember ? { number: newest, alone: false, until: now } : reading
    return presentVisit(await rememberVisit(project._id, visitor, first))
  }
  // What is new to the owner is among the project's counts.
  await changeProject(actor, projectId, action, (unit) => {
    unit.write(VisitModel, visitWrite({ project: project._id, visitor }, reading, unit.seq))
  })
  const visit = await findVisit(project._id, visitor)
  return visit && presentVisit(visit)
}
