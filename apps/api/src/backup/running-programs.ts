import { randomBytes } from 'node:crypto'
import type { mongo } from 'mongoose'
import { appName } from '../platform/database'

/** The name under which a restore connects, so that it recognises its own connections. */
export const newRestoreName = (): string => `restore ${randomBytes(4).toString('hex')}`

/** Whether a server, or a restore of another name than `own`, is connected to this database now. MongoDB
 *  shows every user their own connections, and all programs of Pinmark use the same user.
 *  @see https://www.mongodb.com/docs/manual/reference/operator/aggregation/currentOp/ */
export async function isInUse(db: mongo.Db, own: string): Promise<boolean> {
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
  return connections.some(
    ({ _id: name }) => /^pinmark (server|start|restore) /.test(String(name)) && String(name).endsWith(ends),
  )
}
