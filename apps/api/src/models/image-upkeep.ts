import type { Types } from 'mongoose'
import { ImageModel, deleteImages } from './image'

/** Bytes the owner's images take up; those of projects in the trash do not count. */
export async function imageBytesOf(owner: Types.ObjectId): Promise<number> {
  const [sum] = await ImageModel.aggregate<{ bytes: number }>([
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
    { $match: { trashed: [] } },
    { $group: { _id: null, bytes: { $sum: '$bytes' } } },
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
