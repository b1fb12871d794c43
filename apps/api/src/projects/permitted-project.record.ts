import type { mongo, QueryFilter, Types } from 'mongoose'
import type { Action } from '@pinmark/shared/api/endpoint'
import {
  ProjectModel,
  countsStay,
  type DesignRecord,
  type LinkRecord,
  type ProjectHead,
  type ProjectRecord,
} from './project.record'

declare const permitted: unique symbol

/** A filter that finds a project only while an actor may do `A` to it. Only `permit` makes one. The functions below demand
 *  it, and features cannot import `ProjectModel`, so that a read or write without its check does not compile. */
export type Permit<A extends Action = Action> = QueryFilter<ProjectRecord> & { readonly [permitted]: A }

/** The fields that each action may write. */
interface WritableFields {
  rename: 'name' | 'description' | 'updatedAt'
  delete: 'deletedAt' | 'creation'
  restore: 'deletedAt' | 'ownerName' | 'ownerNameKeys'
  manage: 'link' | 'linkId' | 'addresses' | 'labels' | 'archivedAt'
}

type WriteAction = keyof WritableFields
type FieldValues<Field extends keyof ProjectRecord> = Partial<Pick<ProjectRecord, Field>> & {
  readonly [Path in `${Field}.${string}`]?: unknown
}

/** The changes that an action may make. */
export interface ProjectUpdate<A extends WriteAction> {
  readonly $set?: FieldValues<WritableFields[A]>
  readonly $unset?: { readonly [Field in WritableFields[A]]?: '' }
  readonly $push?: { readonly [Field in WritableFields[A]]?: unknown }
  readonly $pull?: { readonly [Field in WritableFields[A]]?: unknown }
  readonly $addToSet?: { readonly [Field in WritableFields[A]]?: unknown }
}

export type ProjectFields<Field extends keyof ProjectRecord> = Readonly<Record<Field, 1>>

/** The project, or some of its fields; null when the permit matches nothing. */
export function findProject(permit: Permit): Promise<ProjectRecord | null>
export function findProject<Field extends keyof ProjectRecord>(
  permit: Permit,
  fields: ProjectFields<Field>,
): Promise<Pick<ProjectRecord, Field | '_id'> | null>
export function findProject(permit: Permit, fields?: Partial<ProjectFields<keyof ProjectRecord>>) {
  return ProjectModel.findOne(permit, fields).lean<ProjectRecord>().exec()
}

/** The project without its designs, which may have hundreds of versions; null when the permit matches nothing. */
export function findProjectHead(permit: Permit): Promise<ProjectHead | null> {
  return ProjectModel.findOne(permit, { designs: 0 }).lean<ProjectHead>().exec()
}

/** The designs of a project that was read without them. */
export async function findDesigns(_id: Types.ObjectId): Promise<DesignRecord[]> {
  const found = await ProjectModel.findById(_id, { designs: 1 }).lean<Pick<ProjectRecord, 'designs'>>()
  return found?.designs ?? []
}

/** Changes the project and returns some of its fields as they are afterwards; null when the permit matches nothing. */
export function updateProject<A extends WriteAction, Field extends keyof ProjectRecord>(
  permit: Permit<A>,
  update: ProjectUpdate<A>,
  fields: ProjectFields<Field>,
  session: mongo.ClientSession | null = null,
): Promise<Pick<ProjectRecord, Field | '_id'> | null> {
  const counted = { ...update, $inc: countsStay }
  return ProjectModel.findOneAndUpdate(permit, counted, { returnDocument: 'after', projection: fields })
    .session(session)
    .lean<ProjectRecord>()
    .exec()
}

/** The state of a link, for the reason of a refusal. It needs no permit, because the reason is given without one.
 *  Null when the address does not belong to a project. */
export async function findLinkState(
  linkId: string,
): Promise<Pick<LinkRecord, 'closedAt' | 'endsAt' | 'passwordHash'> | null> {
  const project = await ProjectModel.findOne({ linkId, deletedAt: null }, { link: 1 }).lean()
  return project?.link ?? null
}

/** Whether a project is, or once was, at this address. It needs no permit, because it reveals nothing else. */
export async function isProjectAddress(address: string): Promise<boolean> {
  return (await ProjectModel.exists({ addresses: address })) !== null
}
