import type { mongo } from 'mongoose'

/** The database forgets after five minutes how its data were, and a large backup takes longer. An embedded one can be
 *  told to remember for so long.
 *  @returns how to set it back
 *  @see https://www.mongodb.com/docs/manual/tutorial/long-running-queries/ */
export async function keepHistory(db: mongo.Db, seconds: number): Promise<() => Promise<void>> {
  const admin = db.client.db('admin')
  const answer = await admin.command({ getParameter: 1, [parameter]: 1 })
  const before = Number(answer[parameter])
  if (before >= seconds) return async () => {}
  await admin.command({ setParameter: 1, [parameter]: seconds })
  return async () => void (await admin.command({ setParameter: 1, [parameter]: before }))
}

const parameter = 'minSnapshotHistoryWindowInSeconds'
