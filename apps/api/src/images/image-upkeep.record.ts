import mongoose, { type mongo, type Types } from 'mongoose'
import { isBelow, isNotAbove, isAnyDate } from '../mongo/queries'
import { ImageModel, deleteImages, orphanKeys, type ImageRecord } from './image.record'
import { ProjectModel, imagesOf, type ProjectRecord } from '../projects/project.record'

export interface StorageUse {
  /** Bytes of the images outside the trash. */
  live: number
  /** Bytes of the images of projects in the trash, and of deleted designs and removed versions. */
  trash: number
}

/** The storage that the images of an account use. Those of a project that is still being made do not count. */
export async function storageOf(
  owner: Types.ObjectId,
  session: mongo.ClientSession | null = null,
): Promise<StorageUse> {
  const sums = await ImageModel.aggregate<{ _id: boolean; bytes: number }>([
    { $match: { owner } },
    { $group: { _id: '$project', bytes: { $sum: '$bytes' } } },
    {
      $lookup: {
        from: 'projects',
        localField: '_id',
        foreignField: '_id',
        pipeline: [{ $project: { deletedAt: 1 } }],
        as: 'project',
      },
    },
    { $unwind: '$project' },
    { $group: { _id: { $gt: ['$project.deletedAt', null] }, bytes: { $sum: '$bytes' } } },
  ]).session(session)
  const bytesOf = (isTrash: boolean) => sums.find(({ _id }) => _id === isTrash)?.bytes ?? 0
  const deleted = await bytesOfDeletedDesigns({ owner }, session)
  return { live: bytesOf(false) - deleted, trash: bytesOf(true) + deleted }
}

/** The storage of deleted designs and removed versions in living projects, of one account or of all. */
export async function bytesOfDeletedDesigns(
  of: { owner?: Types.ObjectId } = {},
  session: mongo.ClientSession | null = null,
): Promise<number> {
  const projects = await ProjectModel.find(
    { ...of, deletedAt: null, 'trash.deletedAt': mongoose.trusted({ ...isAnyDate }) },
    { 'trash.versions.image': 1, 'trash.versions.build.image': 1 },
  )
    .session(session)
    .lean<Pick<ProjectRecord, 'trash'>[]>()
  const images = projects.flatMap(({ trash }) => trash.flatMap(({ versions }) => imagesOf(versions)))
  return images.length === 0 ? 0 : bytesOfImages(images, session)
}

export async function bytesOfImages(
  images: readonly string[],
  session: mongo.ClientSession | null = null,
): Promise<number> {
  const [sum] = await ImageModel.aggregate<{ bytes: number }>([
    { $match: { _id: { $in: images } } },
    { $group: { _id: null, bytes: { $sum: '$bytes' } } },
  ]).session(session)
  return sum?.bytes ?? 0
}

/** The storage of the images of all projects in the trash. */
export async function trashBytes(): Promise<number> {
  const [sum] = await ProjectModel.aggregate<{ bytes: number }>([
    // From the index alone, without reading documents.
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

/** Deletes images that a crash during an upload left behind: stored before `before`, named by no version or build of a project, and
 *  no picture of a comment. Choose a time at least an hour ago, so that no upload in progress is affected.
 *  @returns how many were deleted */
export async function deleteOrphanImages(before: Date): Promise<number> {
  let deleted = 0
  // From the index alone, because each document holds thumbnails.
  const images = ImageModel.find({ createdAt: isBelow(before), 'picture.id': isNotAbove('') }, { project: 1 })
    .hint(orphanKeys)
    .lean<OwnedImage[]>()
    .cursor({ batchSize: imagesAtATime })
  await images.eachAsync(
    async (some: OwnedImage[]) => {
      const orphans = await findOrphans(some)
      await deleteImages(orphans)
      deleted += orphans.length
    },
    { batchSize: imagesAtATime, continueOnError: true },
  )
  return deleted
}

/** Images whose projects are read by one command. */
const imagesAtATime = 300

type OwnedImage = Pick<ImageRecord, '_id' | 'project'>

async function findOrphans(images: readonly OwnedImage[]): Promise<string[]> {
  const ids = images.map(({ _id }) => _id)
  const projects = await ProjectModel.aggregate<{ named: string[] }>([
    { $match: { _id: { $in: images.map(({ project }) => project) } } },
    { $project: { named: { $setIntersection: [namedImages, { $literal: ids }] } } },
  ])
  const named = new Set(projects.flatMap((project) => project.named))
  return ids.filter((id) => !named.has(id))
}

/** The ids of all images of a project's versions and their builds, including its trash, as one flat array. */
const namedImages = {
  $reduce: {
    input: {
      $concatArrays: ['designs', 'trash'].flatMap((list) => [
        `$${list}.versions.image`,
        `$${list}.versions.build.image`,
      ]),
    },
    initialValue: [],
    in: { $concatArrays: ['$$value', '$$this'] },
  },
}
