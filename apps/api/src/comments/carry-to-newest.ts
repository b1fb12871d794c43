import type { Unit } from '../core/unit'
import type { ThreadRecord } from './comment.record'
import { TaskModel, taskWrite, wakeTasks } from '../core/task.record'
import { placingTask } from '../designs/placing.record'
import type { ProjectRecord, VersionRecord } from '../projects/project.record'

/** The newest version of the design that a comment is on; null while the design is in the trash. */
export function newestOf(
  { designs }: ProjectRecord,
  { design }: Pick<ThreadRecord, 'design'>,
): VersionRecord | null {
  return designs.find(({ publicId }) => publicId === design)?.versions.at(-1) ?? null
}

/** Places an open comment on the newest version of its design, if it has no place there. When that version arrived, only open
 *  comments were placed: this one was opened or restored later. */
export function carryToNewest(unit: Unit, thread: ThreadRecord): void {
  const { state, kind, places = [], version, design } = thread
  const newest = newestOf(unit.project, thread)?.publicId
  if (state !== 'open' || newest === undefined || newest === version || kind === 'design') return
  if (places.some((place) => place.version === newest)) return
  unit.write(TaskModel, taskWrite(placingTask(unit.project, { design, version: newest })))
  unit.whenStored(wakeTasks)
}
