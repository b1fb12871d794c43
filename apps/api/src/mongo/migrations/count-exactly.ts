import type { mongo } from 'mongoose'
import { type MigrationWork, projectBatches } from './migration-work'

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
