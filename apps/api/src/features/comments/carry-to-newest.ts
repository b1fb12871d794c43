import type { ThreadRecord } from '../../models/comment'
import { storePlacingJob } from '../../models/job'
import type { ProjectRecord, VersionRecord } from '../../models/project'

/** The newest version of the design that a comment is on; null while the design is in the trash. */
export function newestOf(
  { designs }: ProjectRecord,
  { design }: Pick<ThreadRecord, 'design'>,
): VersionRecord | null {
  return designs.find(({ publicId }) => publicId === design)?.versions.at(-1) ?? null
}

/** Stores the job that places an open comment on the newest version. When that version arrived, only open comments
 *  were placed. This comment was reopened or restored later. */
export async function placeIfCarried(project: ProjectRecord, thread: ThreadRecord): Promise<void> {
  if (thread.state === 'open') await storeJob(project, thread, { isReady: true })
}

/** Stores the job of `placeIfCarried` before the write that opens the comment, so that no crash loses it. If the write is
 *  refused, the job finds nothing to do. */
export function prepareCarrying(project: ProjectRecord, thread: ThreadRecord): Promise<void> {
  return storeJob(project, thread, { isReady: false })
}

async function storeJob(
  project: ProjectRecord,
  thread: ThreadRecord,
  options: { isReady: boolean },
): Promise<void> {
  const { kind, places = [], version, design } = thread
  const newest = newestOf(project, thread)?.publicId
  if (newest === undefined || newest === version || kind === 'design') return
  if (places.some((place) => place.version === newest)) return
  await storePlacingJob({ project: project._id, design, version: newest }, options)
}
