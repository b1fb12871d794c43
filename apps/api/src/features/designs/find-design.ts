import { AppError } from '@pinmark/shared/errors'
import type { DesignRecord, ProjectRecord } from '../../models/project'

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
