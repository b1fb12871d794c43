import { storePlacingJob } from '../../models/job'
import type { DesignRecord, ProjectRecord, VersionRecord } from '../../models/project'
import { designOf } from './find-design'

/** Stores the job of `placeOnNewest` before the write that requires it, so that no crash loses it. If the
 *  write is refused, the job finds nothing to do.
 *  @param versions the versions of the design after the write */
export async function preparePlacing(
  { _id: project }: ProjectRecord,
  design: string,
  versions: readonly VersionRecord[],
): Promise<void> {
  const newest = versions.toSorted((one, other) => one.number - other.number).at(-1)
  if (newest) await storePlacingJob({ project, design, version: newest.publicId }, { isReady: false })
}

/** Call this after a version was removed or restored, or a design was restored: its comments may have no place on the
 *  newest version, because they were opened meanwhile or because the job found the design in the trash. */
export async function placeOnNewest(project: ProjectRecord, designId: string): Promise<void> {
  const version = newestOf(designOf(project, designId)).publicId
  await storePlacingJob({ project: project._id, design: designId, version }, { isReady: true })
}

export function newestOf({ versions }: DesignRecord): VersionRecord {
  const newest = versions.at(-1)
  if (!newest) throw new Error('a design has no version')
  return newest
}
