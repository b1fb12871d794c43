import type { Types } from 'mongoose'
import { ThreadModel, type ReplyRecord, type ThreadRecord } from './comment'
import { isNoneOf, isNot, isOneOf } from './filter-operators'
import { ProjectModel } from './project'
import { VerdictModel, type VerdictRecord } from './verdict'
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

/** What an account said about rounds, in its own projects and in those of others. */
export function findVerdictsOf(user: Types.ObjectId): Promise<VerdictRecord[]> {
  return VerdictModel.find({ visitor: accountKey(user), verdict: isNot(null) })
    .sort({ _id: 1 })
    .lean<VerdictRecord[]>()
    .exec()
}

/** The comments and replies that an account agrees with, wherever. */
export function findAgreementsOf(user: Types.ObjectId): Promise<(ThreadRecord | ReplyRecord)[]> {
  return ThreadModel.find({ 'agrees.user': user, deletedAt: null })
    .lean<(ThreadRecord | ReplyRecord)[]>()
    .exec()
}

/** What reviewers said about all rounds of a project, in the order of rounds and time. */
export async function findVerdictsOn(project: Types.ObjectId): Promise<VerdictRecord[]> {
  const found = await VerdictModel.find({ project, verdict: isNot(null) }).lean<VerdictRecord[]>()
  return found.toSorted((a, b) => a.round - b.round || a.at.getTime() - b.at.getTime())
}

/** Permanent ids by database id; projects that are gone are left out. */
export async function findPublicIds(projects: readonly Types.ObjectId[]): Promise<Map<string, string>> {
  const found = await ProjectModel.find({ _id: isOneOf(projects) }, { publicId: 1 }).lean()
  return new Map(found.map(({ _id, publicId }) => [_id.toHexString(), publicId]))
}

export function findProjectsWithWordsOf(user: Types.ObjectId): Promise<Types.ObjectId[]> {
  return ThreadModel.distinct('project', { 'author.user': user })
}
