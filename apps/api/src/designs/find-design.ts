import { AppError } from '@pinmark/shared/errors'
import type { DesignRecord, ProjectRecord, VersionRecord } from '../projects/project.record'

export interface DesignAddress {
  projectId: string
  designId: string
}

/** @throws AppError design_not_found */
export function designOf({ designs }: Pick<ProjectRecord, 'designs'>, designId: string): DesignRecord {
  const design = designs.find(({ publicId }) => publicId === designId)
  if (!design) throw new AppError('design_not_found')
  return design
}

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
