import { publicIdSchema } from '@pinmark/shared/entities/primitives'
import { ProjectModel } from '../models/project'

/** Whether an id is, or once was, the address of a project that is not removed yet, whatever its link allows now. */
export async function isKnownAddress(projectId: string): Promise<boolean> {
  if (!publicIdSchema.safeParse(projectId).success) return false
  return (await ProjectModel.exists({ addresses: projectId })) !== null
}
