import type { mongo } from 'mongoose'
import { protectedNameKeys } from '../../base/name-keys'
import { type MigrationWork, projectBatches } from './migration-work'

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
