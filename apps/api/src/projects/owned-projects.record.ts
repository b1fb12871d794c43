import type { mongo, Types } from 'mongoose'
import { AppError } from '@pinmark/shared/errors'
import { protectedNameKeys } from '../base/name-keys'
import { isAbove, isNot, isOneOf } from '../mongo/queries'
import { storageOf, type StorageUse } from '../images/image-upkeep.record'
import type { ProjectFields } from './permitted-project.record'
import { ProjectModel, countsStay, type ProjectRecord } from './project.record'
import { removeOldestTrash } from '../ops/sweep.record'
import { UserModel, type UserRecord } from '../accounts/user.record'

export interface Caps {
  maxProjects: number
  maxStorageGb: number
}

const bytesPerGb = 1024 ** 3

/** Checks the number of projects of an account and the storage of their images. The trash does not count,
 *  because it gives way: see `shrinkTrash`.
 *  @param incoming projects about to be added; 0 to check the present state
 *  @throws AppError project_limit_reached, storage_limit_reached */
export async function checkCaps(
  owner: Types.ObjectId,
  { maxProjects, maxStorageGb }: Caps,
  incoming: 0 | 1,
  session: mongo.ClientSession | null = null,
): Promise<StorageUse> {
  const projects = await countActiveProjects(owner, session)
  const storage = await storageOf(owner, session)
  if (projects + incoming > maxProjects) {
    throw new AppError('project_limit_reached', { params: { limit: maxProjects } })
  }
  if (storage.live > maxStorageGb * bytesPerGb) {
    throw new AppError('storage_limit_reached', { params: { limit: maxStorageGb } })
  }
  return storage
}

export function countActiveProjects(
  owner: Types.ObjectId,
  session: mongo.ClientSession | null = null,
): Promise<number> {
  return ProjectModel.countDocuments({ owner, deletedAt: null }).session(session).exec()
}

/** The projects of an account that are not deleted, its archive included. */
export function findActiveProjects<Field extends keyof ProjectRecord>(
  owner: Types.ObjectId,
  fields: ProjectFields<Field>,
): Promise<Pick<ProjectRecord, Field | '_id'>[]> {
  return ProjectModel.find({ owner, deletedAt: null }, fields)
    .sort({ updatedAt: -1, _id: -1 })
    .lean<ProjectRecord[]>()
    .exec()
}

/** Those in its list, or those in its archive, by 'Edited', newest first. */
export function findListedProjects<Field extends keyof ProjectRecord>(
  owner: Types.ObjectId,
  state: 'active' | 'archived',
  fields: ProjectFields<Field>,
): Promise<Pick<ProjectRecord, Field | '_id'>[]> {
  const archivedAt = state === 'active' ? null : isNot(null)
  return ProjectModel.find({ owner, deletedAt: null, archivedAt }, fields)
    .sort({ updatedAt: -1, _id: -1 })
    .lean<ProjectRecord[]>()
    .exec()
}

/** The projects of an account that were deleted after `since`, last deleted first. */
export function findTrash<Field extends keyof ProjectRecord>(
  owner: Types.ObjectId,
  { since, limit }: { since: Date; limit: number },
  fields: ProjectFields<Field>,
): Promise<Pick<ProjectRecord, Field | '_id'>[]> {
  return ProjectModel.find({ owner, deletedAt: isAbove(since) }, fields)
    .sort({ deletedAt: -1 })
    .limit(limit)
    .lean<ProjectRecord[]>()
    .exec()
}

/** One project of an account, deleted or not. */
export function findOwnedProject(owner: Types.ObjectId, _id: Types.ObjectId): Promise<ProjectRecord | null> {
  return ProjectModel.findOne({ _id, owner }).lean<ProjectRecord>().exec()
}

export async function insertProject(project: ProjectRecord, session: mongo.ClientSession): Promise<void> {
  await ProjectModel.collection.insertOne(project, { session })
}

/** The project that an earlier try of the same request created. */
export function findCreatedProject<Field extends keyof ProjectRecord>(
  creation: string,
  fields: ProjectFields<Field>,
  session: mongo.ClientSession | null = null,
): Promise<Pick<ProjectRecord, Field | '_id'> | null> {
  return ProjectModel.findOne({ creation, deletedAt: null }, fields)
    .session(session)
    .lean<ProjectRecord>()
    .exec()
}

/** Removes the oldest projects from the trash of an account until everything fits into its storage.
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

/** Renames an account and the copy of its name in each project, by which guests are refused the name. A project in the
 *  trash gets the name when it is restored. Guests are refused both names in between, so that a crash never leaves a project in which they can use the name
 *  of the account. A repeated request and the owner's next visit complete the work. A transaction was not
 *  used, because one that dies keeps its projects locked for a minute.
 *  @returns the account; null when it does not exist */
export async function renameAccount({ id, name }: Owner): Promise<UserRecord | null> {
  const alsoProtected = { $addToSet: { ownerNameKeys: { $each: protectedNameKeys(name) } } }
  await ProjectModel.updateMany(withOtherName({ id, name }), alsoProtected)
  const user = await UserModel.findOneAndUpdate(
    { _id: id, deletedAt: null },
    { $set: { name } },
    { returnDocument: 'after' },
  ).lean<UserRecord>()
  if (user) await storeOwnerName({ id, name })
  return user
}

async function storeOwnerName(owner: Owner): Promise<void> {
  await ProjectModel.updateMany(withOtherName(owner), { $set: ownerNameFields(owner), $inc: countsStay })
}

const withOtherName = ({ id, name }: Owner) => ({ owner: id, deletedAt: null, ownerName: isNot(name) })

/** The copy of an account's name in a project. */
export function ownerNameFields({ name }: Pick<Owner, 'name'>) {
  return { ownerName: name, ownerNameKeys: protectedNameKeys(name) }
}

/** Corrects the copies of the owner's name in all projects when one of them is outdated. Comments keep the
 *  name they were written under.
 *  @param projects outside the trash */
export async function keepOwnerName<T extends Pick<ProjectRecord, 'ownerName'>>(
  owner: Owner,
  projects: T[],
): Promise<T[]> {
  if (projects.every(({ ownerName }) => ownerName === owner.name)) return projects
  await storeOwnerName(owner)
  return projects.map((project) => ({ ...project, ownerName: owner.name }))
}

/** The project of an account by its permanent id, or by any address that it had. */
export async function findOwnedId(owner: Types.ObjectId, address: string): Promise<Types.ObjectId | null> {
  const found = await ProjectModel.findOne({ owner, addresses: address, deletedAt: null }, { _id: 1 }).lean()
  return found?._id ?? null
}

/** Permanent ids and names, by database id. */
export async function findProjectNames(
  ids: readonly Types.ObjectId[],
): Promise<Map<string, { _id: string; name: string }>> {
  if (ids.length === 0) return new Map()
  const found = await ProjectModel.find({ _id: isOneOf(ids) }, { publicId: 1, name: 1 }).lean()
  return new Map(found.map(({ _id, publicId, name }) => [_id.toHexString(), { _id: publicId, name }]))
}
