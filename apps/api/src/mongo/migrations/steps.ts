import type { mongo } from 'mongoose'
import { protectedNameKeys } from '../../base/name-keys'

/** The context of a migration. */
export interface MigrationWork {
  db: mongo.Db
  /** Does one part of the work in a transaction that fails when another process has taken over: a process that was
   *  paused cannot write into the work of its successor. Indexes are built outside, where a second build of the
   *  same one does nothing. Keep each part below a second or so. */
  inFence: <T>(part: (session: mongo.ClientSession) => Promise<T>) => Promise<T>
}

/** Projects of one batch: few enough for one transaction. */
const batchSize = 500

/** The ids of all projects in ascending order, in batches that are read one at a time. */
async function* projectBatches(db: mongo.Db): AsyncGenerator<mongo.ObjectId[]> {
  const projects = db.collection<{ _id: mongo.ObjectId }>('projects')
  for (let last: mongo.ObjectId | undefined; ;) {
    const found = await projects
      .find(last ? { _id: { $gt: last } } : {}, { projection: { _id: 1 } })
      .sort({ _id: 1 })
      .limit(batchSize)
      .toArray()
    last = found.at(-1)?._id
    if (last) yield found.map(({ _id }) => _id)
    if (found.length < batchSize) return
  }
}

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

interface Named {
  _id: mongo.ObjectId
  ownerName: string
  ownerNameKeys?: string[]
  /** How versions before the third shape kept the name for comparison. */
  ownerNameFolded?: string
}

/** Stores the keys of the owner's name in every project that has none or outdated ones. Guests' names are
 *  compared with them. */
export async function storeOwnerNameKeys({ db, inFence }: MigrationWork): Promise<void> {
  const projects = db.collection<Named>('projects')
  const projection = { ownerName: 1, ownerNameKeys: 1, ownerNameFolded: 1 }
  for await (const ids of projectBatches(db)) {
    const batch = await projects.find({ _id: { $in: ids } }, { projection }).toArray()
    const writes = batch.filter(isOutdated).map(({ _id, ownerName }) => ({
      updateOne: {
        // If the owner is renamed meanwhile, the rename stores the new keys.
        filter: { _id, ownerName },
        update: {
          $set: { ownerNameKeys: protectedNameKeys(ownerName) },
          $unset: { ownerNameFolded: '' as const },
        },
      },
    }))
    if (writes.length > 0) await inFence((session) => projects.bulkWrite(writes, { session }))
  }
}

function isOutdated({ ownerName, ownerNameKeys, ownerNameFolded }: Named): boolean {
  const keys = protectedNameKeys(ownerName)
  return ownerNameFolded !== undefined || ownerNameKeys?.join('\n') !== keys.join('\n')
}

/** Threads of one part: few enough for one transaction. */
const threadsAtATime = 500
/** What an agreement counts beside its name, as when this was written. */
const agreementBytes = 100

/** Stores how many comments and replies each project has, and what the replies of each thread use of its limits. Both were upper
 *  bounds, or missing. */
export async function countExactly({ db, inFence }: MigrationWork): Promise<void> {
  const comments = db.collection('comments')
  for await (const ids of projectBatches(db)) {
    for (const project of ids) {
      const used = await comments.aggregate<Used>(usedByReplies(project)).toArray()
      const answered = used.map(({ _id }) => _id)
      const unanswered = { project, number: { $gt: 0, $nin: answered } }
      const nothing = { $set: { replyRoom: { count: 0, bytes: 0 } } }
      await inFence((session) => comments.updateMany(unanswered, nothing, { session }))
      for (let at = 0; at < used.length; at += threadsAtATime) {
        const writes = used.slice(at, at + threadsAtATime).map(({ _id: number, count, bytes }) => ({
          updateOne: { filter: { project, number }, update: { $set: { replyRoom: { count, bytes } } } },
        }))
        await inFence((session) => comments.bulkWrite(writes, { session }))
      }
      const size = await comments.countDocuments({ project, deletedAt: null })
      await inFence((session) =>
        db.collection('projects').updateOne({ _id: project }, { $set: { size } }, { session }),
      )
    }
  }
}

interface Used {
  /** The number of the thread. */
  _id: number
  count: number
  bytes: number
}

const usedByReplies = (project: mongo.ObjectId) => [
  { $match: { project, thread: { $gt: 0 }, deletedAt: null } },
  {
    $group: {
      _id: '$thread',
      count: { $sum: 1 },
      bytes: { $sum: { $add: [{ $strLenBytes: '$text' }, bytesOfNames] } },
    },
  },
]
const bytesOfNames = {
  $sum: {
    $map: {
      input: { $ifNull: ['$agrees', []] },
      in: { $add: [{ $strLenBytes: '$$this.name' }, agreementBytes] },
    },
  },
}

/** Marks the stored counts of every project as out of date. The next reader counts by today's rule and stores that. */
export async function recountComments({ db, inFence }: MigrationWork): Promise<void> {
  const projects = db.collection('projects')
  for await (const ids of projectBatches(db)) {
    const filter = { _id: { $in: ids }, 'stats.seq': { $ne: -1 } }
    const update = { $inc: { seq: 1 }, $set: { 'stats.seq': -1 } }
    await inFence((session) => projects.updateMany(filter, update, { session }))
  }
}

/** Makes each link view-only whose comments were paused. Both allowed guests to look and nothing more. */
export async function endPauses({ db, inFence }: MigrationWork): Promise<void> {
  for await (const ids of projectBatches(db)) {
    const filter = { _id: { $in: ids }, 'link.pausedAt': { $ne: null } }
    const viewOnly = { $set: { 'link.permission': 'view' }, $unset: { 'link.pausedAt': 1 } }
    await inFence((session) => db.collection('projects').updateMany(filter, viewOnly as object, { session }))
  }
}

/** Completes new passwords that a stop has interrupted, when an account was marked first and its API tokens and webhooks
 *  ended after that. */
export async function endMarkedAccess({ db, inFence }: MigrationWork): Promise<void> {
  const marked = await db
    .collection('users')
    .find({ isRevoking: true }, { projection: { _id: 1 } })
    .toArray()
  const accounts = { $in: marked.map(({ _id }) => _id) }
  await inFence(async (session) => {
    await db.collection('apiTokens').deleteMany({ account: accounts }, { session })
    const ended = { $set: { deletedAt: new Date(0) } }
    await db.collection('webhooks').updateMany({ owner: accounts }, ended, { session })
    await db.collection('users').updateMany({ _id: accounts }, { $unset: { isRevoking: 1 } }, { session })
  })
}
