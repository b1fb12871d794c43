/** The removal of an account, in steps that can start again after any crash.
 *
 *  1. One write turns the account into a tombstone, without name, e-mail, password or valid tokens. No login works from
 *     then on, and its e-mail address can be used again.
 *  2. Its projects are hidden, also from their members, and it leaves the projects of others. Nothing else is removed yet.
 *  3. Minutes later, when no request from before can still be writing, all data is removed. The tombstone is removed
 *     last, so that another attempt can find the rest.
 *
 *  After a crash, the server completes the second step before it answers again. */
import { givenNames } from '@pinmark/shared/entities/comment'
import type { Types } from 'mongoose'
import { attemptEach } from '../base/failures'
import { forgetApiTokens } from './api-token.record'
import { ThreadModel } from '../comments/comment.record'
import { EventModel } from '../core/event'
import { isBelow, isNot, isOneOf } from '../mongo/queries'
import { ImageModel, deleteImages } from '../images/image.record'
import { rememberClaim } from '../ops/instance.record'
import { forgetAllTries, forgetPlaces } from './logins.record'
import { removeMailsOf } from '../mail/mail.record'
import { unlinkNames } from '../comments/namesakes.record'
import { removeNoticesOf } from '../mail/notices.record'
import { PresenceModel } from '../live/presence.record'
import { countsStay, ProjectModel, uncounted } from '../projects/project.record'
import { forgetWindowsOf } from '../http/limits/rate-window.record'
import { forgetRevokedTokens } from './account-access.record'
import { forgetVisitor } from '../mail/subscriber.record'
import { removeProjects } from '../ops/sweep.record'
import { endedLogins, UserModel, type UserRecord } from './user.record'
import { VerdictModel } from '../rounds/verdict.record'
import { VisitModel, accountKey } from '../visits/visit.record'
import { removeWebhooksOf } from '../webhooks/webhook.record'

/** The name that replaces the author's in projects of others. */
const formerUserName = givenNames.formerUser

type Account = Pick<UserRecord, '_id' | 'publicId' | 'passwordHash'>

/** Ends an account while `passwordHash` is still its password, and hides its data.
 *  @param loginKey the prefix of the records about its login attempts
 *  @returns false when the password was changed or the account deleted meanwhile */
export async function endAccount(
  { _id, publicId, passwordHash }: Account,
  loginKey: string,
): Promise<boolean> {
  const tombstone = {
    name: '',
    email: `deleted:${publicId}`,
    passwordHash: '',
    signOn: '$$REMOVE',
    deletedAt: new Date(),
    loginKey: { $literal: loginKey },
  }
  const ended = await UserModel.updateOne(
    { _id, passwordHash },
    [{ $set: { ...tombstone, ...endedLogins() } }],
    { updatePipeline: true },
  )
  if (ended.matchedCount === 0) return false
  await hideProjects(_id)
  return true
}

/** Hides the data of accounts whose deletion was interrupted. */
export async function hideProjectsOfDeletedAccounts(): Promise<void> {
  await attemptEach(await findTombstones(new Date()), ({ _id }) => hideProjects(_id))
}

/** Permanently removes the data of accounts that were deleted before `before`. */
export async function removeDeletedAccounts(before: Date): Promise<void> {
  await attemptEach(await findTombstones(before), remove)
}

function findTombstones(before: Date): Promise<UserRecord[]> {
  return UserModel.find({ deletedAt: isBelow(before) })
    .lean<UserRecord[]>()
    .exec()
}

async function hideProjects(owner: Types.ObjectId): Promise<void> {
  await ProjectModel.updateMany({ owner, deletedAt: null }, { deletedAt: new Date() })
  // Members could restore them.
  await ProjectModel.updateMany({ owner }, { $set: { members: [], invitations: [] } })
  await leaveProjects(owner)
}

async function leaveProjects(user: Types.ObjectId): Promise<void> {
  await ProjectModel.updateMany({ 'members.user': user }, { $pull: { members: { user } }, $inc: countsStay })
}

async function remove({ _id, publicId, loginKey }: UserRecord): Promise<void> {
  await removeWebhooksOf(_id)
  await removeMailsOf(_id)
  await removeNoticesOf(_id)
  await removeProjects({ owner: _id })
  // It may have joined one while it was being deleted.
  await leaveProjects(_id)
  await deleteImages(await imagesOutsideProjects(_id))
  await unlinkWords(_id)
  const visitor = accountKey(_id)
  await VisitModel.deleteMany({ visitor })
  await forgetVisitor(visitor)
  await PresenceModel.updateMany(
    { 'present.key': visitor },
    { $pull: { present: { key: visitor } }, $inc: { count: -1 } },
  )
  await forgetApiTokens(_id)
  await forgetRevokedTokens(_id)
  await forgetWindowsOf(loginKey === undefined ? [publicId] : [publicId, loginKey])
  if (loginKey !== undefined) {
    await Promise.all([forgetPlaces(loginKey), forgetAllTries(loginKey)])
  }
  // While the tombstone exists, it says the same.
  await rememberClaim()
  await UserModel.deleteOne({ _id, deletedAt: isNot(null) })
}

/** Images of interrupted uploads, whose projects are gone. One that was being prepared while its project was handed over
 *  still names the former owner, and belongs to the project. */
async function imagesOutsideProjects(owner: Types.ObjectId): Promise<string[]> {
  const images = await ImageModel.find({ owner }, { project: 1 }).lean()
  const projects = await ProjectModel.distinct('_id', { _id: isOneOf(images.map(({ project }) => project)) })
  const kept = new Set(projects.map(String))
  return images.flatMap(({ _id, project }) => (kept.has(String(project)) ? [] : [_id]))
}

/** The comments of a deleted account in projects of others stay part of their conversation, under a neutral
 *  name. The link to the account is removed last, because after a crash the comments are found by it. */
async function unlinkWords(user: Types.ObjectId): Promise<void> {
  const written = { 'author.user': user }
  const projects = await ThreadModel.distinct('project', {
    $or: [written, { 'resolved.user': user }, { 'agrees.user': user }],
  })
  await ThreadModel.updateMany(written, {
    $set: { commenter: formerUserName },
    $unset: { person: 1, via: 1 },
  })
  await ThreadModel.updateMany(
    { 'resolved.user': user },
    { $set: { 'resolved.by': formerUserName, 'resolved.user': null }, $unset: { 'resolved.via': 1 } },
  )
  await ThreadModel.updateMany(
    { 'agrees.user': user },
    { $set: { 'agrees.$[one].name': formerUserName, 'agrees.$[one].user': null } },
    { arrayFilters: [{ 'one.user': user }] },
  )
  await unlinkNames(user)
  await unlinkVerdicts(user)
  // Their pages have changed, and their counts quote a name. Each further try finds none to write.
  await ProjectModel.updateMany(
    { _id: isOneOf(projects), 'stats.seq': isNot(uncounted) },
    { $inc: { seq: 1 }, $set: { 'stats.seq': uncounted, 'stats.last': null } },
  )
  await ThreadModel.updateMany(written, { 'author.user': null })
}

/** The verdicts of a deleted account stay, under a neutral name and without an author. The same holds for their events. */
async function unlinkVerdicts(user: Types.ObjectId): Promise<void> {
  const given = await VerdictModel.find({ visitor: accountKey(user) }, { project: 1 }).lean()
  for (const { _id, project } of given) {
    const former = { name: formerUserName, visitor: `former:${_id.toHexString()}` }
    // The verdict last, because after a crash its events are found by it.
    await EventModel.updateMany(
      { project, 'verdict._id': _id },
      { $set: { 'verdict.name': former.name, 'verdict.visitor': former.visitor } },
    )
    await VerdictModel.updateOne({ _id }, former)
  }
}
