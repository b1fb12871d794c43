import type { mongo, QueryFilter, Types } from 'mongoose'
import { AppError } from '@pinmark/shared/errors'
import { protectedNameKeys } from '../base/name-keys'
import { hasElement, isAbove, isNot, isOneOf } from '../mongo/queries'
import { storageOf, type StorageUse } from '../images/image-upkeep.record'
import type { ProjectFields } from './permitted-project.record'
import { ProjectModel, countsStay, designedBy, type ProjectRecord } from './project.record'
import { removeOldestTrash } from '../ops/sweep.record'
import { UserModel, type UserRecord } from '../accounts/user.record'

export interface Caps {
  maxProjects: number
  maxStorageGb: number
}

const bytesPerGb = 1024 ** 3

/** Projects, and bytes of images, that are about to be added. */
interface Incoming {
  projects?: number
  bytes?: number
}

/** Checks the number of projects of an account and the storage of their images. The trash does not count,
 *  because it gives way: see `shrinkTrash`.
 *  @param incoming nothing to check the present state
 *  @throws AppError project_limit_reached, storage_limit_reached */
export async function checkCaps(
  owner: Types.ObjectId,
  { maxProjects, maxStorageGb }: Caps,
  { projects: newProjects = 0, bytes = 0 }: Incoming,
  session: mongo.ClientSession | null = null,
): Promise<StorageUse> {
  const projects = await countActiveProjects(owner, session)
  const storage = await storageOf(owner, session)
  if (projects + newProjects > maxProjects) {
    throw new AppError('project_limit_reached', { params: { limit: maxProjects } })
  }
  if (storage.live + bytes > maxStorageGb * bytesPerGb) {
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

/** The projects that an account owns, those of others in which it is a member, or both. */
export type WhoseProjects = 'own' | 'shared' | 'all'

/** The state is in each branch, so that the database reads both in the order of their index. */
function projectsOf(
  user: Types.ObjectId,
  whose: WhoseProjects,
  state: Pick<QueryFilter<ProjectRecord>, 'deletedAt' | 'archivedAt'>,
): QueryFilter<ProjectRecord> {
  const [own, shared] = [
    { owner: user, ...state },
    { 'members.user': user, ...state },
  ]
  return whose === 'all' ? { $or: [own, shared] } : whose === 'own' ? own : shared
}

/** The projects of an account that are not deleted, its archive included. */
export function findActiveProjects<Field extends keyof ProjectRecord>(
  user: Types.ObjectId,
  whose: WhoseProjects,
  fields: ProjectFields<Field>,
): Promise<Pick<ProjectRecord, Field | '_id'>[]> {
  return ProjectModel.find(projectsOf(user, whose, { deletedAt: null }), fields)
    .sort({ updatedAt: -1, _id: -1 })
    .lean<ProjectRecord[]>()
    .exec()
}

/** Those in its list, or those in its archive, by 'Edited', newest first. */
export function findListedProjects<Field extends keyof ProjectRecord>(
  user: Types.ObjectId,
  { whose, state }: { whose: WhoseProjects; state: 'active' | 'archived' },
  fields: ProjectFields<Field>,
): Promise<Pick<ProjectRecord, Field | '_id'>[]> {
  const archivedAt = state === 'active' ? null : isNot(null)
  return ProjectModel.find(projectsOf(user, whose, { deletedAt: null, archivedAt }), fields)
    .sort({ updatedAt: -1, _id: -1 })
    .lean<ProjectRecord[]>()
    .exec()
}

/** The projects of an account that were deleted after `since`, last deleted first. */
export function findTrash<Field extends keyof ProjectRecord>(
  user: Types.ObjectId,
  { whose, since, limit }: { whose: WhoseProjects; since: Date; limit: number },
  fields: ProjectFields<Field>,
): Promise<Pick<ProjectRecord, Field | '_id'>[]> {
  return ProjectModel.find(projectsOf(user, whose, { deletedAt: isAbove(since) }), fields)
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

interface Named {
  readonly id: Types.ObjectId
  readonly name: string
}

/** Renames an account and the copies of its name in projects, by which guests are refused the name. An own project in the
 *  trash gets the name when it is restored. Guests are refused both names in between, so that a crash never leaves a project in which they can use the name
 *  of the account. A repeated request and the owner's next visit complete the work. A transaction was not
 *  used, because one that dies keeps its projects locked for a minute.
 *  @returns the account; null when it does not exist */
export async function renameAccount({ id, name }: Named): Promise<UserRecord | null> {
  const alsoProtected = { $each: protectedNameKeys(name) }
  await ProjectModel.updateMany(withOtherName({ id, name }), { $addToSet: { ownerNameKeys: alsoProtected } })
  await ProjectModel.updateMany(
    withOtherMemberName({ id, name }),
    { $addToSet: { 'members.$[own].nameKeys': alsoProtected } },
    ofMember(id),
  )
  const user = await UserModel.findOneAndUpdate(
    { _id: id, deletedAt: null },
    { $set: { name } },
    { returnDocument: 'after' },
  ).lean<UserRecord>()
  if (user) await storeName({ id, name })
  return user
}

async function storeName({ id, name }: Named): Promise<void> {
  const nameKeys = protectedNameKeys(name)
  const ownerName = { $set: ownerNameFields({ name }), $inc: countsStay }
  const memberName = { 'members.$[own].name': name, 'members.$[own].nameKeys': nameKeys }
  await ProjectModel.updateMany(withOtherName({ id, name }), ownerName)
  await ProjectModel.updateMany(
    withOtherMemberName({ id, name }),
    { $set: memberName, $inc: countsStay },
    ofMember(id),
  )
}

const withOtherName = ({ id, name }: Named) => ({ owner: id, deletedAt: null, ownerName: isNot(name) })
const withOtherMemberName = ({ id, name }: Named) => ({
  members: hasElement({ user: id, name: isNot(name) }),
})
const ofMember = (id: Types.ObjectId) => ({ arrayFilters: [{ 'own.user': id }] })

/** The copy of an account's name in a project. */
export function ownerNameFields({ name }: Pick<Named, 'name'>) {
  return { ownerName: name, ownerNameKeys: protectedNameKeys(name) }
}

/** Corrects the copies of an account's name in all its projects when one of them is outdated. Comments keep the
 *  name they were written under.
 *  @param projects outside the trash, which the account owns or is a member of */
export async function keepName<T extends Pick<ProjectRecord, 'owner' | 'ownerName' | 'members'>>(
  { id, name }: Named,
  projects: T[],
): Promise<T[]> {
  const isNamed = ({ owner, ownerName, members = [] }: T) =>
    owner.equals(id)
      ? ownerName === name
      : members.every((member) => !member.user.equals(id) || member.name === name)
  if (projects.every(isNamed)) return projects
  await storeName({ id, name })
  return projects.map((project) => (project.owner.equals(id) ? { ...project, ownerName: name } : project))
}

/** The project that an account owns or is a member of, by its permanent id or by any address that it had. */
export async function findDesignedId(user: Types.ObjectId, address: string): Promise<Types.ObjectId | null> {
  const filter = { addresses: address, deletedAt: null, ...designedBy(user) }
  const found = await ProjectModel.findOne(filter, { _id: 1 }).lean()
  return found?._id ?? null
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
