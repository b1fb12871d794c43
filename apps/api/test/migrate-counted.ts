import { setTimeout as pause } from 'node:timers/promises'
import { migrate } from '../src/mongo/migrations/migrate'
import type { Migration } from '../src/mongo/migrations/migration'
import { openForUpkeep } from '../src/mongo/database'

// A start with two slow migrations that show every part that was done twice. It kills itself after the given
// number of parts.
const [uri = '', databaseName = '', leaseMs = '', maxParts = 'Infinity'] = process.argv.slice(2)
const batch = 10
let parts = 0

/** Renames `from` to `to`, and counts in each document how often it was changed. */
function countingMigration(id: number, from: string, to: string): Migration {
  return {
    id,
    name: `from ${from} to ${to}`,
    apply: async ({ db, inFence }) => {
      const documents = db.collection<{ shape: string; touched: number; order: number[] }>('counted')
      for (;;) {
        const changed = await inFence(async (session) => {
          const found = await documents
            .find({ shape: from }, { session, projection: { _id: 1 } })
            .limit(batch)
            .toArray()
          await documents.updateMany(
            { _id: { $in: found.map(({ _id }) => _id) } },
            { $set: { shape: to }, $inc: { touched: 1 }, $push: { order: id } },
            { session },
          )
          return found.length
        })
        if (changed === 0) return
        parts += 1
        if (parts >= Number(maxParts)) process.kill(process.pid, 'SIGKILL')
        await pause(15)
      }
    },
  }
}

const { db, close } = await openForUpkeep(uri, 'start', databaseName)
await migrate(db, {
  migrations: [countingMigration(1, 'old', 'middle'), countingMigration(2, 'middle', 'new')],
  onProgress: (line) => console.log(line),
  leaseMs: Number(leaseMs),
})
console.log('migrated')
await close()
