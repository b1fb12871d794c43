import { type MigrationWork, projectBatches } from './migration-work'

/** Marks the stored counts of every project as out of date. The next reader counts by today's rule and stores that. */
export async function recountComments({ db, inFence }: MigrationWork): Promise<void> {
  const projects = db.collection('projects')
  for await (const ids of projectBatches(db)) {
    const filter = { _id: { $in: ids }, 'stats.seq': { $ne: -1 } }
    const update = { $inc: { seq: 1 }, $set: { 'stats.seq': -1 } }
    await inFence((session) => projects.updateMany(filter, update, { session }))
  }
}
