import type { QueryFilter, Types } from 'mongoose'
import { attemptEach } from '../base/failures'
import { ReplyModel, ThreadModel } from '../comments/comment.record'
import { ComparisonModel, forgetChanges } from '../designs/comparison.record'
import { removeEventsOf } from '../core/event'
import { hasElement, isAbove, isBelow, isNot, isOneOf } from '../mongo/queries'
import { deleteImages } from '../images/image.record'
import { removeTasksIn } from '../core/task.record'
import { removeMailsFrom } from '../mail/mail.record'
import { NamesakesModel } from '../comments/namesakes.record'
import { removeNoticesFrom } from '../mail/notices.record'
import { deletePicturesOf, imagesIn } from '../comments/pictures.record'
import { PresenceModel } from '../live/presence.record'
import { removeDeliveriesFrom } from '../webhooks/delivery.record'
import { ProjectModel, imagesOf, type ProjectRecord, type TrashRecord } from '../projects/project.record'
import { forgetWindowsOf } from '../http/limits/rate-window.record'
import { forgetSubscribersFrom } from '../mail/subscriber.record'
import { inTransaction } from '../mongo/database'
import { VerdictModel } from '../rounds/verdict.record'
import { VisitModel } from '../visits/visit.record'
import { removeWebhooksFor } from '../webhooks/webhook.record'

/** Few, because a project may have half a megabyte, and because each of them fails in turn while the database cannot
 *  be reached. */
const batch = 20

/** Permanently removes projects that were deleted before `before`: images and comments first and the project
 *  last, so that a crash leaves something to find. Several processes may run it at the same time.
 *  @returns how many projects were removed */
export async function removeDeletedProjects(before: Date): Promise<number> {
  return removeProjects({ deletedAt: isBelow(before) })
}

/** Set before the actual removal. A project with this mark cannot be restored. */
const pastRestoring = new Date(0)

/** Permanently removes the oldest entry of an account's trash: a project, or a design or version.
 *  @returns false when the trash is empty */
export async function removeOldestTrash(owner: Types.ObjectId): Promise<boolean> {
  const project = await ProjectModel.findOne({ owner, deletedAt: isAbove(pastRestoring) }, { deletedAt: 1 })
    .sort({ deletedAt: 1 })
    .lean()
  const holder = await ProjectModel.findOne(
    { owner, deletedAt: null, 'trash.deletedAt': isAbove(pastRestoring) },
    { trash: 1 },
  )
    .sort({ 'trash.deletedAt': 1 })
    .lean()
  const deleted = holder?.trash.find(({ deletedAt }) => deletedAt > pastRestoring)
  if (holder && deleted && !(project?.deletedAt && project.deletedAt < deleted.deletedAt)) {
    return removeEarly(holder._id, deleted)
  }
  if (!project) return false
  // The mark is set first, so that a project that has lost its images cannot be restored.
  await ProjectModel.updateOne(
    { _id: project._id, deletedAt: project.deletedAt },
    { deletedAt: pastRestoring },
  )
  await removeProjects({ _id: project._id, deletedAt: pastRestoring })
  return true
}

async function removeEarly(_id: Types.ObjectId, { publicId, deletedAt }: TrashRecord): Promise<boolean> {
  await ProjectModel.updateOne(
    { _id },
    { $set: { 'trash.$[entry].deletedAt': pastRestoring } },
    { arrayFilters: [{ 'entry.publicId': publicId, 'entry.deletedAt': deletedAt }] },
  )
  await removeFromTrash({ _id }, ({ deletedAt: at }) => at <= pastRestoring)
  return true
}

/** Permanently removes every project, design and version that is in a trash.
 *  @returns how many projects there were, and how many designs and versions */
export async function emptyTrash(): Promise<{ projects: number; designs: number }> {
  let [projects, designs] = [0, 0]
  const removeAllDesigns = async () => {
    const inTrash = { 'trash.deletedAt': isAbove(pastRestoring) }
    await ProjectModel.updateMany(inTrash, { $set: { 'trash.$[].deletedAt': pastRestoring } })
    designs = await removeDeletedDesigns(new Date(pastRestoring.getTime() + 1))
  }
  const removeAllProjects = async () => {
    await ProjectModel.updateMany({ deletedAt: isAbove(pastRestoring) }, { deletedAt: pastRestoring })
    projects = await removeProjects({ deletedAt: pastRestoring })
  }
  await attemptEach([removeAllDesigns, removeAllProjects], (step) => step())
  return { projects, designs }
}

/** Permanently removes the designs and versions that were deleted before `before`, with their images and comments.
 *  @returns how many entries of a trash were removed */
export async function removeDeletedDesigns(before: Date): Promise<number> {
  return removeFromTrash({ 'trash.deletedAt': isBelow(before) }, ({ deletedAt }) => deletedAt < before)
}

/** The entries are removed last, so that a crash leaves something to find. */
async function removeFromTrash(
  filter: QueryFilter<ProjectRecord>,
  isOver: (entry: TrashRecord) => boolean,
): Promise<number> {
  let removed = 0
  const holders = ProjectModel.find(filter, { trash: 1 }).lean<ProjectRecord>().cursor({ batchSize: batch })
  await attemptEach(holders, ({ _id, trash }) =>
    attemptEach(trash.filter(isOver), async (entry) => {
      await removeTrashEntry(_id, entry)
      removed += 1
    }),
  )
  return removed
}

async function removeTrashEntry(
  _id: Types.ObjectId,
  { publicId, deletedAt, versions }: TrashRecord,
): Promise<void> {
  // Several versions of a design may have the same time of deletion or the same mark.
  const entry = { publicId, deletedAt, 'versions.publicId': versions[0]?.publicId }
  const ids = versions.map((version) => version.publicId)
  const threads = { project: _id, version: isOneOf(ids) }
  const numbers = await ThreadModel.distinct('number', threads)
  const replies = { project: _id, thread: isOneOf(numbers) }
  const hasPictures = { 'pictures.image': isAbove('') }
  await deleteImages(imagesIn(await ReplyModel.find({ ...replies, ...hasPictures }, { pictures: 1 }).lean()))
  await deleteImages(imagesIn(await ThreadModel.find({ ...threads, ...hasPictures }, { pictures: 1 }).lean()))
  await deleteImages(imagesOf(versions))
  await forgetChanges(_id, ids)
  await inTransaction(async (session) => {
    const counted = { deletedAt: null }
    const size =
      (await ThreadModel.countDocuments({ ...threads, ...counted }, { session })) +
      (await ReplyModel.countDocuments({ ...replies, ...counted }, { session }))
    await ReplyModel.deleteMany(replies, { session })
    await ThreadModel.deleteMany(threads, { session })
    await ProjectModel.updateOne(
      { _id, trash: hasElement(entry) },
      {
        $pull: { trash: entry },
        $inc: { versionCount: -versions.length, designsRevision: 1, size: -size },
      },
      { session },
    )
  })
}

/** Permanently removes the projects that `filter` finds. @returns how many */
export async function removeProjects(filter: QueryFilter<ProjectRecord>): Promise<number> {
  let removed = 0
  const projects = ProjectModel.find(filter, { designs: 1, trash: 1, addresses: 1 })
    .lean<ProjectRecord>()
    .cursor({ batchSize: batch })
  await attemptEach(projects, async ({ _id, designs, trash, addresses }) => {
    await deleteImages([...designs, ...trash].flatMap(({ versions }) => imagesOf(versions)))
    await deletePicturesOf(_id)
    await ThreadModel.deleteMany({ project: _id })
    await VisitModel.deleteMany({ project: _id })
    await removeTasksIn(_id)
    await ComparisonModel.deleteMany({ project: _id })
    await VerdictModel.deleteMany({ project: _id })
    await removeEventsOf(_id)
    await NamesakesModel.deleteMany({ project: _id })
    await removeDeliveriesFrom(_id)
    await removeMailsFrom(_id)
    await removeNoticesFrom(_id)
    await forgetSubscribersFrom(_id)
    await removeWebhooksFor(_id)
    await PresenceModel.deleteMany({ project: _id })
    await forgetWindowsOf(addresses)
    removed += (await ProjectModel.deleteOne({ $and: [filter, { _id }] })).deletedCount
  })
  return removed
}

/** Permanently removes the comments deleted before `before`, their pictures first. */
export async function removeDeletedComments(before: Date): Promise<void> {
  await attemptEach([removeDeletedReplies, removeDeletedThreads], (remove) => remove(before))
}

/** Deleted messages of which something can still be removed. */
const isDue = (before: Date) => ({ deletedAt: isBelow(before), emptiedAt: null })

/** A thread that has replies, or replies that can be restored, keeps its place and loses its words. It is not read again
 *  until one of its replies is removed. */
async function removeDeletedThreads(before: Date): Promise<void> {
  const deleted = isDue(before)
  const threads = ThreadModel.find({ ...deleted, number: isAbove(0) }, { project: 1, number: 1, pictures: 1 })
    .lean()
    .cursor({ batchSize: batch })
  await attemptEach(threads, async ({ _id, project, number, pictures = [] }) => {
    await deleteImages(imagesIn([{ pictures }]))
    const replies = { project, thread: number }
    // If all its replies are deleted, it stays due. A reply is removed long after its deletion, so none of those that
    // count here can go before the mark is stored.
    const isKept = (await ReplyModel.exists({ ...replies, deletedAt: null })) !== null
    if (!isKept && !(await ReplyModel.exists(replies))) await ThreadModel.deleteOne({ _id, ...deleted })
    else {
      const emptied = { text: '', ...(isKept && { emptiedAt: new Date() }) }
      await ThreadModel.updateOne({ _id, ...deleted }, { $set: emptied, $unset: { pictures: 1, strokes: 1 } })
    }
  })
}

async function removeDeletedReplies(before: Date): Promise<void> {
  const deleted = isDue(before)
  const fields = { project: 1, thread: 1, pictures: 1 }
  const replies = ReplyModel.find({ ...deleted, thread: isAbove(0) }, fields)
    .lean()
    .cursor({ batchSize: batch })
  await attemptEach(replies, async ({ _id, project, thread, pictures = [] }) => {
    await deleteImages(imagesIn([{ pictures }]))
    // Before the reply goes, so that a crash leaves no thread that is never read again.
    await ThreadModel.updateOne(
      { project, number: thread, emptiedAt: isNot(null) },
      { $unset: { emptiedAt: 1 } },
    )
    await ReplyModel.deleteOne({ _id, ...deleted })
  })
}
