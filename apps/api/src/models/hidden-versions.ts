import type { TrashRecord } from './project'

/** The versions in the trash. Their comments are hidden, and are restored with them. */
export function hiddenVersions({ trash }: { trash: readonly Pick<TrashRecord, 'versions'>[] }): string[] {
  return trash.flatMap(({ versions }) => versions.map(({ publicId }) => publicId))
}
