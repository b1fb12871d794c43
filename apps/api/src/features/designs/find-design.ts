import type { Action } from '@pinmark/shared/api/endpoint'
import { AppError } from '@pinmark/shared/errors'
import type { Actor } from '../../access/actor'
import { permit } from '../../access/permit'
import { refusal } from '../../access/refusal'
import { findProject } from '../../models/permitted-project'
import type { DesignRecord, ProjectRecord } from '../../models/project'

/** The project, if `actor` may do this to it at this moment: to refuse before anything is read or prepared, and to explain
 *  a write that met nothing. The write has the permission in its own filter.
 *  @throws AppError what `refusal` says */
export async function requireProject(
  actor: Actor,
  projectId: string,
  action: Action,
): Promise<ProjectRecord> {
  const project = await findProject(permit(actor, projectId, action))
  if (!project) throw await refusal(actor, projectId, action)
  return project
}

/** @throws AppError design_not_found */
export function designOf({ designs }: Pick<ProjectRecord, 'designs'>, designId: string): DesignRecord {
  const design = designs.find(({ publicId }) => publicId === designId)
  if (!design) throw new AppError('design_not_found')
  return design
}
