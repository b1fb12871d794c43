import type { Actor } from '../core/actor'
import { isDesigner, isOwner } from '../core/rights'
import type { SummaryRecord } from './project.presenter'
import type { StatsRecord } from './project.record'
import { countNewTo, currentStats } from './project-stats.record'

/** The counts of a project as an actor may see them. What is new differs for each designer, and nothing is new to guests. */
export async function shownStats(actor: Actor, project: SummaryRecord): Promise<StatsRecord> {
  const stats = await currentStats(project)
  if (isOwner(actor, project)) return stats
  // Without messages nothing is new.
  const isMembers = actor.user !== null && isDesigner(actor, project) && stats.last !== null
  return { ...stats, new: isMembers ? await countNewTo(actor.user.id, project) : 0 }
}
