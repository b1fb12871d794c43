import type { mongo } from 'mongoose'
import { type MigrationWork, projectBatches } from './migration-work'

const withNumbers = {
  $map: {
    input: { $range: [0, { $size: '$$design.versions' }] },
    as: 'index',
    in: {
      $mergeObjects: [
        { number: { $add: ['$$index', 1] }, note: '', round: 1 },
        { $arrayElemAt: ['$$design.versions', '$$index'] },
      ],
    },
  },
}
const designs = {
  $map: {
    input: '$designs',
    as: 'design',
    in: {
      $mergeObjects: [
        { nextVersion: { $add: [{ $size: '$$design.versions' }, 1] } },
        '$$design',
        { versions: withNumbers },
      ],
    },
  },
}
const versionCount = {
  $sum: { $map: { input: '$designs', as: 'design', in: { $size: '$$design.versions' } } },
}

/** Gives every version a number, equal to its place among the others, and every project a first round. */
export async function numberVersions({ db, inFence }: MigrationWork): Promise<void> {
  const projects = db.collection<{ _id: mongo.ObjectId }>('projects')
  const update = {
    designs,
    designCount: { $size: '$designs' },
    versionCount,
    trash: [],
    designsRevision: 0,
    round: { number: 1, openedAt: '$createdAt', closedAt: null, message: '' },
  }
  for await (const ids of projectBatches(db)) {
    const stillOld = { _id: { $in: ids }, round: { $exists: false } }
    await inFence((session) => projects.updateMany(stillOld, [{ $set: update }], { session }))
  }
}
