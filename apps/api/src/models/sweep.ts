import type { QueryFilter, Types } from 'mongoose'
import { ReplyModel, ThreadModel } from './comment'
import { isAbove, isBelow, isOneOf } from './filter-operators'
import { deleteImages } from './image'
import { PresenceModel } from './presence'
import { ProjectModel, type ProjectRecord } from './project'
import { forgetWindowsOf } from './rate-window'
import { VisitModel } from './visit'

const batch = 100

/** Removes for good what was deleted before `before`: images and comments first and the project last, so that a crash
 *  leaves something to find. Several processes may do this at once.
 *  @returns how many projects went */
export async function removeDeletedProjects(before: Date): Promise<number> {
  return removeProjects({ deletedAt: isBelow(before) })
}

/** Before any real deletion: a project marked with it cannot be restored any more. */
const pastRestoring = new Date(0)

/** Permanently removes the project that has been in the trash of an account for longest.
 *  @returns false when the trash is empty */
export async function removeOldestTrash(owner: Types.ObjectId): Promise<boolean> {
  // The mark comes first, so that nobody restores a project that has lost its images already.
  const oldest = await ProjectModel.findOneAndUpdate(
    { owner, deletedAt: isAbove(pastRestoring) },
    { deletedAt: pastRestoring },
    { sort: { deletedAt: 1 }, projection: { _id: 1 } },
  ).lean()
  if (!oldest) return false
  await removeProjects({ _id: oldest._id, deletedAt: pastRestoring })
  return true
}

/** Permanently removes every project that is in a trash.
 *  @returns how many there were */
export async function emptyTrash(): Promise<number> {
  await ProjectModel.updateMany({ deletedAt: isAbove(pastRestoring) }, { deletedAt: pastRestoring })
  return removeProjects({ deletedAt: pastRestoring })
}

/** Removes for good the projects that `filter` finds.
 *  @returns how many went */
export async function removeProjects(filter: QueryFilter<ProjectRecord>): Promise<number> {
  let removed = 0
  for (;;) {
    const projects = await ProjectModel.find(filter, { designs: 1, addresses: 1 }).limit(batch).lean()
    for (const { _id, designs, addresses } of projects) {
      await deleteImages(designs.flatMap(({ versions }) => versions.map(({ image }) => image)))
      await ThreadModel.deleteMany({ project: _id })
      await VisitModel.deleteMany({ project: _id })
      await PresenceModel.deleteMany({ project: _id })
      await forgetWindowsOf(addresses)
      removed += (await ProjectModel.deleteOne({ $and: [filter, { _id }] })).deletedCount
    }
    if (projects.length < batch) return removed
  }
}

/** Removes for good the comments deleted before `before`. A thread that still has replies keeps its place and loses
 *  its words. */
export async function removeDeletedComments(before: Date): Promise<void> {
  await ReplyModel.deleteMany({ deletedAt: isBelow(before), thread: isAbove(0) })
  const threads = ThreadModel.find(
    { deletedAt: isBelow(before), number: isAbove(0) },
    { project: 1, number: 1, text: 1 },
  )
    .lean()
    .cursor({ batchSize: batch })
  const emptied: Types.ObjectId[] = []
  for await (const { _id, project, number, text } of threads) {
    const hasReplies = await ReplyModel.exists({ project, thread: number, deletedAt: null })
    if (!hasReplies) await ThreadModel.deleteOne({ _id, deletedAt: isBelow(before) })
    else if (text !== '') emptied.push(_id)
  }
  await ThreadModel.updateMany({ _id: isOneOf(emptied), deletedAt: isBelow(before) }, { text: '' })
}
