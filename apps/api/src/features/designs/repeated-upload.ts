import type { DesignRecord, ProjectRecord, VersionRecord } from '../../models/project'

/** Finds what an earlier try of the same upload created. */
export function findUploaded(
  { designs }: Pick<ProjectRecord, 'designs'>,
  upload: string | undefined,
): { design: DesignRecord; version: VersionRecord } | null {
  if (upload === undefined) return null
  for (const design of designs) {
    const version = design.versions.find((one) => one.upload === upload)
    if (version) return { design, version }
  }
  return null
}
