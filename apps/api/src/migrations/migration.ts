import { foldOwnerNames } from './fold-owner-names'
import type { MigrationWork } from './migration-work'

/** One change to the shape of the stored data. It may be cut off at any moment and is then begun again, by this or
 *  another process, so it looks for what is left to do instead of assuming to be the first. */
export interface Migration {
  /** 1, 2, 3 and so on, without a gap; never given to another change. */
  id: number
  name: string
  apply: (work: MigrationWork) => Promise<void>
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
  {
    id: 2,
    // Names were folded with the signs in them that draw nothing.
    name: 'names of owners folded anew',
    apply: foldOwnerNames,
  },
]

/** The shape this program reads and writes. */
export const latestMigration = migrations.length
