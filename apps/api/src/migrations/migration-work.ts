import type { mongo } from 'mongoose'

/** The context of a migration. */
export interface MigrationWork {
  db: mongo.Db
  /** Does one part of the work in a transaction that fails when another process has taken over: a process that was
   *  paused cannot write into the work of its successor. Indexes are built outside, where a second build of the
   *  same one does nothing. Keep each part below a second or so. */
  inFence: <T>(part: (session: mongo.ClientSession) => Promise<T>) => Promise<T>
}
