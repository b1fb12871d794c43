import { type MigrationWork, projectBatches } from './migration-work'

/** Makes each link view-only whose comments were paused. Both allowed guests to look and nothing more. */
export async function endPauses({ db, inFence }: MigrationWork): Promise<void> {
  for await (const ids of projectBatches(db)) {
    const filter = { _id: { $in: ids }, 'link.pausedAt': { $ne: null } }
    const viewOnly = { $set: { 'link.permission': 'view' }, $unset: { 'link.pausedAt': 1 } }
    await inFence((session) => db.collection('projects').updateMany(filter, viewOnly as object, { session }))
  }
}
