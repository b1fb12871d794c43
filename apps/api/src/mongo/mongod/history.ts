import type { mongo } from 'mongoose'

/** The seconds of history that MongoDB keeps for readers of a snapshot. The space of deleted data becomes free only after
 *  them; the default of MongoDB is five minutes.
 *  @see https://www.mongodb.com/docs/manual/tutorial/long-running-queries/ */
export const historyParameter = 'minSnapshotHistoryWindowInSeconds'
export const usualHistorySeconds = 10
/** Longer than any backup takes. */
export const backupHistorySeconds = 6 * 3_600

export async function setHistory({ client }: mongo.Db, seconds: number): Promise<void> {
  await client.db('admin').command({ setParameter: 1, [historyParameter]: seconds })
}
