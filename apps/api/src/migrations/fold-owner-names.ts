import type { mongo } from 'mongoose'
import { foldName } from '@pinmark/shared/text'
import type { MigrationWork } from './migration-work'

interface Named {
  _id: mongo.ObjectId
  ownerName: string
  ownerNameFolded?: string
}

/** Projects of one part. */
const batch = 500

/** Folds the owner's name anew in every project that holds it folded in another way, or not at all: it is compared with
 *  the folded names of guests, who could otherwise call themselves like the owner. */
export async function foldOwnerNames({ db, inFence }: MigrationWork): Promise<void> {
  const projects = db.collection<Named>('projects')
  for (let last: mongo.ObjectId | undefined; ;) {
    const found: Named[] = await projects
      .find(last ? { _id: { $gt: last } } : {}, { projection: { ownerName: 1, ownerNameFolded: 1 } })
      .sort({ _id: 1 })
      .limit(batch)
      .toArray()
    const outdated = found.filter(({ ownerName, ownerNameFolded }) => ownerNameFolded !== foldName(ownerName))
    if (outdated.length > 0) {
      const writes = outdated.map(({ _id, ownerName }) => ({
        updateOne: {
          // Whoever renames himself meanwhile folds the new name himself.
          filter: { _id, ownerName },
          update: { $set: { ownerNameFolded: foldName(ownerName) } },
        },
      }))
      await inFence((session) => projects.bulkWrite(writes, { session }))
    }
    last = found.at(-1)?._id
    if (found.length < batch) return
  }
}
