import type { Types } from 'mongoose'
import { ThreadModel, type ReplyRecord, type ThreadRecord } from '../comments/comment.record'
import { isNoneOf, isNot, isOneOf } from '../mongo/queries'
import { ProjectModel } from '../projects/project.record'
import { VerdictModel, type VerdictRecord } from '../rounds/verdict.record'
import { VisitModel, type VisitRecord, accountKey } from '../visits/visit.record'

/** Everything that an account has made, oldest first, including the trash. */
export async function findOwnedProjectIds(owner: Types.ObjectId): Promise<Types.ObjectId[]> {
  const projects = await ProjectModel.find({ owner }, { _id: 1 }).sort({ _id: 1 }).lean()
  return projects.map(({ _id }) => _id)
}

/** The projects of others in which the account is a member. */
export async function findMemberships(user: Types.ObjectId) {
  const found = await ProjectModel.find({ 'members.user': user }, { publicId: 1, members: 1 }).lean()
  return found.map(({ publicId: project, members }) => ({
    project,
    since: members?.find((member) => member.user.equals(user))?.since,
  }))
}

/** The account's comments in projects other than these, oldest first, in batches. */
export function readWordsElsewhere(
  user: Types.ObjectId,
  own: readonly Types.ObjectId[],
): AsyncIterable<ThreadRecord | ReplyRecord> {
  return ThreadModel.find({ 'author.user': user, project: isNoneOf(own), deletedAt: null })
    .sort({ _id: 1 })
    .lean<ThreadRecord | ReplyRecord>()
    .cursor({ batchSize: 100 })
}

/** The account's visits, in batches. */
export function readVisitsOf(user: Types.ObjectId): AsyncIterable<VisitRecord> {
  return VisitModel.find({ visitor: accountKey(user) })
    .lean<VisitRecord>()
    .cursor({ batchSize: 100 })
}

export function findVisitedProjects(user: Types.ObjectId): Promise<Types.ObjectId[]> {
  return VisitModel.distinct('project', { visitor: accountKey(user) })
}

/** The account's verdicts, in its own projects and in those of others. */
export function findVerdictsOf(user: Types.ObjectId): Promise<VerdictRecord[]> {
  return VerdictModel.find({ visitor: accountKey(user), verdict: isNot(null) })
    .sort({ _id: 1 })
    .lean<VerdictRecord[]>()
    .exec()
}

type Agreed = Pick<ThreadRecord | ReplyRecord, 'project' | 'publicId' | 'agrees'>

/** The comments and replies that an account agrees with, in any project, in batches. Of their agreements, only the
 *  account's own is read, and nothing of their words. */
export function readAgreementsOf(user: Types.ObjectId): AsyncIterable<Agreed> {
  const fields = { project: 1, publicId: 1, agrees: { $elemMatch: { user } } }
  return ThreadModel.find(agreedBy(user), fields).lean<Agreed>().cursor({ batchSize: 100 })
}

export function findAgreedProjects(user: Types.ObjectId): Promise<Types.ObjectId[]> {
  return ThreadModel.distinct('project', agreedBy(user))
}

const agreedBy = (user: Types.ObjectId) => ({ 'agrees.user': user, deletedAt: null })

/** All verdicts of a project, ordered by round and time. */
export async function findVerdictsOn(project: Types.ObjectId): Promise<VerdictRecord[]> {
  const found = await VerdictModel.find({ project, verdict: isNot(null) }).lean<VerdictRecord[]>()
  return found.toSorted((a, b) => a.round - b.round || a.at.getTime() - b.at.getTime())
}

/** @returns the permanent id of one of these projects; null for one that was removed */
export async function findPublicIds(
  projects: readonly Types.ObjectId[],
): Promise<(project: Types.ObjectId) => string | null> {
  const found = await ProjectModel.find({ _id: isOneOf(projects) }, { publicId: 1 }).lean()
  const ids = new Map(found.map(({ _id, publicId }) => [_id.toHexString(), publicId]))
  return (project) => ids.get(project.toHexString()) ?? null
}

export function findProjectsWithWordsOf(user: Types.ObjectId): Promise<Types.ObjectId[]> {
  return ThreadModel.distinct('project', { 'author.user': user })
}
