import type { mongo } from 'mongoose'

/** One change to the shape of the stored data. It may be cut off at any moment and is then begun again, by this or
 *  another process, so it looks for what is left to do instead of assuming to be the first. */
export interface Migration {
  /** 1, 2, 3 and so on, without a gap; never given to another change. */
  id: number
  name: string
  apply: (work: MigrationWork) => Promise<void>
}

export interface MigrationWork {
  db: mongo.Db
  /** Does one part of the work in a transaction that fails when another process has taken over: whoever was held up,
   *  however long, cannot write into what goes on without him. Indexes are built outside, where a second build of the
   *  same one does nothing. Keep each part below a second or so. */
  inFence: <T>(part: (session: mongo.ClientSession) => Promise<T>) => Promise<T>
}

/** Every change there ever was, in order. An index that is merely added needs none: the models declare them, and every
 *  start builds what is missing. Data that a unique index would refuse, a dropped index and a renamed field do. */
export const migrations: readonly Migration[] = [
  {
    id: 1,
    // The shape that databases had before they noted it; a new database begins here too.
    name: 'first shape',
    apply: async () => {},
  },
]

/** The shape this program reads and writes. */
export const latestMigration = migrations.length
