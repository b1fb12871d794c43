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
  const { state, kind, places = [], version } = thread
  const newest = newestOf(project, thread)?.publicId
  if (newest === undefined || newest === version || state !== 'open' || kind === 'design') return
  if (places.some((place) => place.version === newest)) return
  const { _id } = project
  await storePlacingJob({ project: _id, design: thread.design, version: newest }, { isReady: true })
}
