import type { mongo } from 'mongoose'
import { leaseCollection } from '../../mongo/migrations/lease'
import { eventCollection } from '../../core/event'
import { outboxCollection } from '../../outbox/outbox.record'
import { rateWindowCollection } from '../../http/limits/rate-window.record'
import type { CollectionHead } from './format'

/** A restore fills collections under this prefix first. */
export const stagingPrefix = 'restoring.'
export const markerCollection = 'restore'

/** Collections with data of the moment or of one running process: presences, counts of rate limits, delays after
 *  wrong passwords, locks, events of which others are told already. Everything else is kept, so that a new collection cannot be forgotten. */
const passing = new Set([
  'presences',
  rateWindowCollection,
  'loginDelays',
  // Of earlier versions. Its records end within two days.
  'loginDraws',
  leaseCollection,
  markerCollection,
  outboxCollection,
  eventCollection,
])

/** Names of the collections that belong into a backup, sorted. */
export async function keptCollections(db: mongo.Db): Promise<string[]> {
  return (await allCollections(db)).filter((name) => !passing.has(name) && !name.startsWith(stagingPrefix))
}

/** Names of all collections but MongoDB's own, sorted. */
export async function allCollections(db: mongo.Db): Promise<string[]> {
  const found = await db.listCollections({ type: 'collection' }, { nameOnly: true }).toArray()
  return found
    .map(({ name }) => name)
    .filter((name) => !name.startsWith('system.'))
    .sort()
}

/** The definitions of a collection's indexes by name, without the default one. */
export async function listIndexes(db: mongo.Db, name: string): Promise<CollectionHead['indexes']> {
  const found = await db.collection(name).listIndexes().toArray()
  return found
    .filter((index) => index['name'] !== '_id_')
    .map(({ v: _version, ns: _namespace, name, key, ...options }) => ({
      name: String(name),
      key,
      ...options,
    }))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
}
