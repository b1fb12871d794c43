import type { Types } from 'mongoose'
import { ImageModel, deleteImages } from './image'
import { isAnyDate } from './partial-indexes'
import { ProjectModel } from './project'

export interface StorageUse {
  /** Bytes of the images of projects that are not in the trash. */
  live: number
  /** Bytes of the images of projects in the trash. */
  trash: number
}

/** What the images of an account take up. */
export async function storageOf(owner: Types.ObjectId): Promise<StorageUse> {
  const sums = await ImageModel.aggregate<{ _id: boolean; bytes: number }>([
    { $match: { owner } },
    { $group: { _id: '$project', bytes: { $sum: '$bytes' } } },
    {
      $lookup: {
        from: 'projects',
        localField: '_id',
        foreignField: '_id',
        pipeline: [{ $match: { deletedAt: { $ne: null } } }, { $project: { _id: 1 } }],
        as: 'trashed',
      },
    },
    { $group: { _id: { $ne: ['$trashed', []] }, bytes: { $sum: '$bytes' } } },
  ])
  const bytesOf = (isTrash: boolean) => sums.find(({ _id }) => _id === isTrash)?.bytes ?? 0
  return { live: bytesOf(false), trash: bytesOf(true) }
}

/** What the images of all projects in the trash take up. */
export async function trashBytes(): Promise<number> {
  const [sum] = await ProjectModel.aggregate<{ bytes: number }>([
    // As the index says it: nothing else is looked at.
    { $match: { deletedAt: isAnyDate } },
    { $project: { owner: 1 } },
    {
      $lookup: {
        from: ImageModel.collection.name,
        let: { owner: '$owner', project: '$_id' },
        pipeline: [
          {
            $match: { $expr: { $and: [{ $eq: ['$owner', '$$owner'] }, { $eq: ['$project', '$$project'] }] } },
          },
          { $group: { _id: null, bytes: { $sum: '$bytes' } } },
        ],
        as: 'images',
      },
    },
    { $unwind: '$images' },
    { $group: { _id: null, bytes: { $sum: '$images.bytes' } } },
  ])
  return sum?.bytes ?? 0
}

/** Deletes images stored before `before` that no version of a project names: what a crash between image and project
 *  left behind. Leave an hour between, so that no running upload is hit.
 *  @returns how many went. */
export async function deleteOrphanImages(before: Date): Promise<number> {
  const orphans = await ImageModel.aggregate<{ _id: string }>([
    { $match: { createdAt: { $lt: before } } },
    { $project: { project: 1 } },
    {
      $lookup: {
        from: 'projects',
        localField: 'project',
        foreignField: '_id',
        let: { image: '$_id' },
        pipeline: [{ $match: { $expr: { $in: ['$$image', namedImages] } } }, { $project: { _id: 1 } }],
        as: 'holders',
      },
    },
    { $match: { holders: [] } },
    { $project: { _id: 1 } },
  ])
  await deleteImages(orphans.map(({ _id }) => _id))
  return orphans.length
}

/** The ids of all images that a project's versions show, as one flat array. */
const namedImages = {
  $reduce: {
    input: { $ifNull: ['$designs.versions.image', []] },
    initialValue: [],
    in: { $concatArrays: ['$$value', '$$this'] },
  },
}
