/** Reads and writes of the task that places comments on a new version. */
import type { Types } from 'mongoose'
import { type PlaceRecord, ThreadModel, type ThreadRecord } from '../comments/comment.record'
import type { NewTask } from '../core/task.record'
import { isNot, isOneOf, type Write } from '../mongo/queries'
import { countsStay, ProjectModel, type ProjectRecord, type VersionRecord } from '../projects/project.record'

type PlacedThread = Pick<
  ThreadRecord,
  '_id' | 'version' | 'kind' | 'x' | 'y' | 'w' | 'h' | 'places' | 'number'
>

/** The task that places the comments of a design on one of its versions. */
export function placingTask(
  { _id: project, owner: account }: Pick<ProjectRecord, '_id' | 'owner'>,
  { design, version }: { design: string; version: string },
): NewTask {
  return { _id: `place ${version}`, kind: 'place', account, project, design, version }
}

export function findProjectById(_id: Types.ObjectId): Promise<ProjectRecord | null> {
  return ProjectModel.findById(_id).lean<ProjectRecord>().exec()
}

/** The open comments on a spot of older versions that have no place on this version yet. */
export function findUnplaced(
  project: Types.ObjectId,
  design: string,
  { older, version }: { older: readonly string[]; version: string },
): Promise<PlacedThread[]> {
  return ThreadModel.find(
    {
      ...{ project, design, state: 'open', version: isOneOf(older) },
      kind: isNot<ThreadRecord['kind']>('design'),
      'places.version': isNot(version),
    },
    { version: 1, kind: 1, x: 1, y: 1, w: 1, h: 1, places: 1, number: 1 },
  )
    .sort({ number: 1 })
    .lean<PlacedThread[]>()
    .exec()
}

/** Adds a place to a comment. One that got a place meanwhile, by hand or by another process, keeps it. */
export function addPlace(_id: Types.ObjectId, place: PlaceRecord, seq: number): Write {
  return {
    updateOne: {
      filter: { _id, 'places.version': { $ne: place.version } },
      update: { $push: { places: place }, $set: { seq } },
    },
  }
}

/** Stores the result of placing on the version. */
export async function storePlacingState(
  _id: Types.ObjectId,
  version: string,
  placing: NonNullable<VersionRecord['placing']>,
): Promise<void> {
  await ProjectModel.updateOne(
    { _id },
    {
      $set: { 'designs.$[].versions.$[version].placing': placing },
      $inc: { designsRevision: 1, ...countsStay },
    },
    { arrayFilters: [{ 'version.publicId': version, 'version.placing': { $ne: placing } }] },
  )
}
