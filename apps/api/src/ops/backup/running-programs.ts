import { randomBytes } from 'node:crypto'
import type { mongo } from 'mongoose'
import { appName } from '../../mongo/database'

/** The name under which a program connects, so that it recognises its own connections. */
export const newProgramName = (kind: 'backup' | 'restore'): string =>
  `${kind} ${randomBytes(4).toString('hex')}`

/** Whether a server, or a restore of another name than `own`, is connected to this database now. */
export const isInUse = (db: mongo.Db, own: string) => isConnected(db, /^pinmark (server|start|restore) /, own)

/** Whether a backup of another name than `own` is connected to this database now. */
export const isBackedUp = (db: mongo.Db, own = '') => isConnected(db, /^pinmark backup /, own)

/** MongoDB shows every user their own connections, and all programs of Pinmark use the same user.
 *  @see https://www.mongodb.com/docs/manual/reference/operator/aggregation/currentOp/ */
async function isConnected(db: mongo.Db, program: RegExp, own: string): Promise<boolean> {
  const { databaseName } = db
  const connections = await db.client
    .db('admin')
    .aggregate([
      { $currentOp: { allUsers: false, idleConnections: true } },
      { $group: { _id: '$appName' } },
      { $match: { _id: { $type: 'string', $ne: appName(own, databaseName) } } },
    ])
    .toArray()
  const ends = ` on ${databaseName}`
  return connections.some(({ _id: name }) => program.test(String(name)) && String(name).endsWith(ends))
}
