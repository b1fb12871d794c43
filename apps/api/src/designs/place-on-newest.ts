import type { mongo } from 'mongoose'
import { storeEvents, type DatedHappening } from '../core/event'
import { storeTasks, wakeTasks } from '../core/task.record'
import { placingTask } from './placing.record'
import type { DesignRecord, ProjectRecord, VersionRecord } from '../projects/project.record'
import { inTransaction } from '../mongo/transaction'
import { designOf } from './designs.record'

/** Changes which version of a design is the newest. The same transaction requests that its open comments get their places
 *  there.
 *  @param happeningsOf the events of the change, for mail and webhooks
 *  @returns the project afterwards; null when `change` matched nothing */
export async function changeNewest(
  designId: string,
  change: (session: mongo.ClientSession) => Promise<ProjectRecord | null>,
  happeningsOf: (project: ProjectRecord) => readonly DatedHappening[] = () => [],
): Promise<ProjectRecord | null> {
  const changed = await inTransaction(async (session) => {
    const project = await change(session)
    if (!project) return null
    const version = newestOf(designOf(project, designId)).publicId
    await storeEvents(project, happeningsOf(project), session)
    await storeTasks([placingTask(project, { design: designId, version })], session)
    return project
  })
  if (changed) wakeTasks()
  return changed
}

export function newestOf({ versions }: DesignRecord): VersionRecord {
  const newest = versions.at(-1)
  if (!newest) throw new Error('a design has no version')
  return newest
}
