import type { Types } from 'mongoose'
import { ThreadModel, type ReplyRecord, type ThreadRecord } from './comment'
import { isNoneOf, isOneOf } from './filter-operators'
import { ProjectModel } from './project'
import { VisitModel, type VisitRecord } from './visit'
import { accountKey } from './visitor-key'

/** Everything an account has made, oldest first, those in the trash included. */
export async function findOwnedProjectIds(owner: Types.ObjectId): Promise<Types.ObjectId[]> {
  const projects = await ProjectModel.find({ owner }, { _id: 1 }).sort({ _id: 1 }).lean()
  return projects.map(({ _id }) => _id)
}

/** What an account said in other projects than these, oldest first, a few at a time. */
export function readWordsElsewhere(
  user: Types.ObjectId,
  own: readonly Types.ObjectId[],
): AsyncIterable<ThreadRecord | ReplyRecord> {
  return ThreadModel.find({ 'author.user': user, project: isNoneOf(own), deletedAt: null })
    .sort({ _id: 1 })
    .lean<ThreadRecord | ReplyRecord>()
    .cursor({ batchSize: 100 })
}

export function findVisitsOf(user: Types.ObjectId): Promise<VisitRecord[]> {
  return VisitModel.find({ visitor: accountKey(user) })
    .lean<VisitRecord[]>()
    .exec()
}

/** Permanent ids by database id; projects that are gone are left out. */
export async function findPublicIds(projects: readonly Types.ObjectId[]): Promise<Map<string, string>> {
  const found = await ProjectModel.find({ _id: isOneOf(projects) }, { publicId: 1 }).lean()
  return new Map(found.map(({ _id, publicId }) => [_id.toHexString(), publicId]))
}

export function findProjectsWithWordsOf(user: Types.ObjectId): Promise<Types.ObjectId[]> {
  return ThreadModel.distinct('project', { 'author.user': user })
}
