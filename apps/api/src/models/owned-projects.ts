import type { Types } from 'mongoose'
import { AppError } from '@pinmark/shared/errors'
import { protectedNameKeys } from '../base/name-keys'
import { isNot } from './filter-operators'
import { imageBytesOf } from './image-upkeep'
import { ProjectModel, type ProjectRecord } from './project'

export interface Caps {
  maxProjects: number
  maxStorageGb: number
}

const bytesPerGb = 1024 ** 3

/** Projects in the trash do not count.
 *  @param incoming projects about to be added; 0 to check what is there already
 *  @throws AppError project_limit_reached, storage_limit_reached */
export async function checkCaps(
  owner: Types.ObjectId,
  { maxProjects, maxStorageGb }: Caps,
  incoming: 0 | 1,
): Promise<void> {
  const [projects, imageBytes] = await Promise.all([
    ProjectModel.countDocuments({ owner, deletedAt: null }),
    imageBytesOf(owner),
  ])
  if (projects + incoming > maxProjects) {
    throw new AppError('project_limit_reached', { params: { limit: maxProjects } })
  }
  if (imageBytes > maxStorageGb * bytesPerGb) {
    throw new AppError('storage_limit_reached', { params: { limit: maxStorageGb } })
  }
}

interface Owner {
  readonly id: Types.ObjectId
  readonly name: string
}

/** Projects hold a copy of their owner's name; after a change, the first look at one of them brings all up to date. Comments keep the name they were written under. */
export async function keepOwnerName<T extends Pick<ProjectRecord, 'ownerName'>>(
  owner: Owner,
  projects: T[],
): Promise<T[]> {
  if (projects.every(({ ownerName }) => ownerName === owner.name)) return projects
  await ProjectModel.updateMany(
    { owner: owner.id, ownerName: isNot(owner.name) },
    { ownerName: owner.name, ownerNameKeys: protectedNameKeys(owner.name) },
  )
  return projects.map((project) => ({ ...project, ownerName: owner.name }))
}
