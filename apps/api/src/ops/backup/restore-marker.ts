import { randomBytes } from 'node:crypto'
import type { mongo } from 'mongoose'
import { endedLogins } from '../../accounts/user.record'
import { StartError, typedCommand } from '../../base/failures'
import { appName } from '../../mongo/database'
import { markerCollection } from './format'

interface MarkerRecord {
  _id: 'restore'
  /** `filling`: the old data are untouched. `swapping`: old and new collections may be mixed. */
  phase: 'filling' | 'swapping'
  startedAt: Date
}

/** Stores that a restore has begun, before it writes anything else. */
export async function markRestore(db: mongo.Db, phase: MarkerRecord['phase']): Promise<void> {
  await markers(db).updateOne(
    { _id: 'restore' },
    { $set: { phase }, $setOnInsert: { startedAt: new Date() } },
    { upsert: true },
  )
}

/** Marks a restore, and unmarks it again if `check` refuses it. A server that starts during the check finds the marker, or
 *  the check finds the server. The marker of another or an interrupted restore stays. */
export async function markRestoreIf(db: mongo.Db, check: () => Promise<void>): Promise<void> {
  const isMarked = (await restorePhase(db)) !== null
  if (!isMarked) await markRestore(db, 'filling')
  try {
    await check()
  } catch (error) {
    if (!isMarked) await unmarkRestore(db)
    throw error
  }
}

export async function restorePhase(db: mongo.Db): Promise<MarkerRecord['phase'] | null> {
  return (await markers(db).findOne({ _id: 'restore' }))?.phase ?? null
}

/** The last step of a complete restore. The logins are ended by the next start, so that until then the database is the
 *  same as the backup. */
export async function completeRestore(db: mongo.Db): Promise<void> {
  await oldLogins(db).replaceOne({ _id: 'logins' }, {}, { upsert: true })
  await unmarkRestore(db)
}

/** Ends all logins after a restore: those that ended since the backup would be valid again. */
export async function endRestoredLogins(db: mongo.Db): Promise<void> {
  if (!(await oldLogins(db).findOne({ _id: 'logins' }))) return
  await db.collection('users').updateMany({}, [{ $set: endedLogins() }])
  await oldLogins(db).deleteOne({ _id: 'logins' })
}

/** Removes the marker of a restore. */
export async function unmarkRestore(db: mongo.Db): Promise<void> {
  await markers(db).deleteOne({ _id: 'restore' })
}

/** Whether the data are complete.
 *  @throws StartError during a restore, or after one that was interrupted */
export async function checkRestoreIsOver(db: mongo.Db): Promise<void> {
  const phase = await restorePhase(db)
  if (phase === null) return
  throw new StartError(
    `A restore of this database is in progress or was interrupted. Run "${typedCommand('restore', 'FILE')}" again` +
      (phase === 'filling'
        ? `, or "${typedCommand('restore', '--cancel')}" to keep the data that was there before.`
        : '.'),
  )
}

/** A document from the end of a restore until the next start. */
const oldLogins = (db: mongo.Db) => db.collection<{ _id: 'logins' }>(markerCollection)
const markers = (db: mongo.Db) => db.collection<MarkerRecord>(markerCollection)

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
