import { numberVersions } from './number-versions'
import { recountComments } from './recount-comments'
import { storeOwnerNameKeys } from './store-owner-name-keys'
import type { MigrationWork } from './migration-work'

/** One change to the shape of the stored data. It may be cut off at any moment and is then begun again, by this or
 *  another process, so it looks for what is left to do instead of assuming to be the first. */
export interface Migration {
  /** 1, 2, 3 and so on, without a gap; never given to another change. */
  id: number
  name: string
  apply: (work: MigrationWork) => Promise<void>
}

/** All changes ever made, in order. A new index needs no migration, because the models declare their indexes and
 *  every start builds missing ones. Data that a unique index would refuse, a dropped index and a renamed field do
 *  need one. */
export const migrations: readonly Migration[] = [
  {
    id: 1,
    // The shape that databases had before they noted it; a new database begins here too.
    name: 'first shape',
    apply: async () => {},
  },
  {
    id: 2,
    // Folded the names of owners in another way; the third does all of it.
    name: 'names of owners folded in another way',
    apply: async () => {},
  },
  {
    id: 3,
    // Folded names did not find letters of other scripts that look alike.
    name: 'names of owners compared by their look',
    apply: storeOwnerNameKeys,
  },
  {
    id: 4,
    // An owner without a visit has read nothing. Earlier versions counted nothing as new then.
    name: 'comments counted by the present rule',
    apply: recountComments,
  },
  {
    id: 5,
    // A version's number was its position, which the next version would get after a removal.
    name: 'numbers of versions and rounds stored',
    apply: numberVersions,
  },
]

/** The shape this program reads and writes. */
export const latestMigration = migrations.length
