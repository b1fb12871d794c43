import {
  countExactly,
  endMarkedAccess,
  endPauses,
  type MigrationWork,
  numberVersions,
  recountComments,
  storeOwnerNameKeys,
} from './steps'
import { storeTasks, storeUnreadEvents } from './outbox-steps'

/** One change to the shape of the stored data. It may be interrupted at any moment and is then started again,
 *  by this or another process, so it looks for the remaining work instead of assuming that it is the first. */
export interface Migration {
  /** 1, 2, 3 and so on, without a gap; never reused. */
  id: number
  name: string
  apply: (work: MigrationWork) => Promise<void>
}

/** All migrations, in order. A new index needs none, because the models declare their indexes and every start
 *  builds missing ones. Data that a unique index would refuse, a dropped index and a renamed field do need
 *  one. */
export const migrations: readonly Migration[] = [
  {
    id: 1,
    // The shape of databases from before the number was stored; a new database begins here too.
    name: 'first shape',
    apply: async () => {},
  },
  {
    id: 2,
    // Folded the names of owners in another way. The third migration replaces it.
    name: 'new folding of owners’ names',
    apply: async () => {},
  },
  {
    id: 3,
    // Folded names did not find letters of other scripts that look alike.
    name: 'comparison of owners’ names by their look',
    apply: storeOwnerNameKeys,
  },
  {
    id: 4,
    // An owner without a visit has read nothing. Earlier versions counted nothing as new then.
    name: 'new counts of comments',
    apply: recountComments,
  },
  {
    id: 5,
    // A version's number was its position, which would be reused after a removal.
    name: 'numbers of versions and rounds',
    apply: numberVersions,
  },
  {
    id: 6,
    // The number of comments of a project, and what the replies of a thread use, could be too high.
    name: 'exact numbers of comments and replies',
    apply: countExactly,
  },
  {
    id: 7,
    // Mail and webhooks read the history of the database, up to a position.
    name: 'events that were not read',
    apply: storeUnreadEvents,
  },
  {
    id: 8,
    // Placing, mails and messages to webhooks had queues of their own.
    name: 'one queue of tasks',
    apply: storeTasks,
  },
  {
    id: 9,
    // Comments could be paused beside a permission to look.
    name: 'paused comments as links that are view-only',
    apply: endPauses,
  },
  {
    id: 10,
    // The end of access to an account was several writes.
    name: 'ended access to accounts',
    apply: endMarkedAccess,
  },
]

/** The shape that this program reads and writes. */
export const latestMigration = migrations.length
