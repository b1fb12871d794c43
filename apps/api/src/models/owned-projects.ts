import type { Types } from 'mongoose'
import { AppError } from '@pinmark/shared/errors'
import { protectedNameKeys } from '../base/name-keys'
import { isNot } from './filter-operators'
import { storageOf, type StorageUse } from './image-upkeep'
import { ProjectModel, type ProjectRecord } from './project'
import { removeOldestTrash } from './sweep'

export interface Caps {
  maxProjects: number
  maxStorageGb: number
}

const bytesPerGb = 1024 ** 3

/** Checks the projects of an account and the storage of their images. The trash does not count, since it gives way: see
 *  `shrinkTrash`.
 *  @param incoming projects about to be added; 0 to check what is there already
 *  @throws AppError project_limit_reached, storage_limit_reached */
export async function checkCaps(
  owner: Types.ObjectId,
  { maxProjects, maxStorageGb }: Caps,
  incoming: 0 | 1,
): Promise<StorageUse> {
  const [projects, storage] = await Promise.all([
    ProjectModel.countDocuments({ owner, deletedAt: null }),
    storageOf(owner),
  ])
  if (projects + incoming > maxProjects) {
    throw new AppError('project_limit_reached', { params: { limit: maxProjects } })
  }
  if (storage.live > maxStorageGb * bytesPerGb) {
    throw new AppError('storage_limit_reached', { params: { limit: maxStorageGb } })
  }
  return storage
}

/** Removes the oldest projects from the trash of an account until all it has fits into its storage.
 *  @param storage what it uses now */
export async function shrinkTrash(
  owner: Types.ObjectId,
  { maxStorageGb }: Pick<Caps, 'maxStorageGb'>,
  storage: StorageUse,
): Promise<void> {
  const isOver = ({ live, trash }: StorageUse) => trash > 0 && live + trash > maxStorageGb * bytesPerGb
  for (let current = storage; isOver(current); current = await storageOf(owner)) {
    if (!(await removeOldestTrash(owner))) return
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
