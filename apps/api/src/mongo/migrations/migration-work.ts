import type { mongo } from 'mongoose'

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
export async function* projectBatches(db: mongo.Db): AsyncGenerator<mongo.ObjectId[]> {
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
