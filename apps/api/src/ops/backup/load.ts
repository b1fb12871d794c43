import type { mongo } from 'mongoose'
import { createCollection } from '../../mongo/database'
import { parseDocument, rawDocuments } from '../../mongo/raw-documents'
import { StartError } from '../../base/failures'
import {
  allCollections,
  type CollectionHead,
  markerCollection,
  stagingPrefix,
  type StateDigest,
  StateTally,
} from './format'
import { readBackup } from './read-backup'
import { completeRestore, markRestore, restorePhase } from './restore-marker'

/** Replaces the content of the database by that of a backup. All new data are stored beside the old data first, read
 *  back and compared. Only then the new collections take the old names, one after the other. A restore that is killed
 *  leaves its marker, and no server starts until the restore runs again.
 *  @param expected the digest of the file when it was checked */
export async function loadBackup(
  db: mongo.Db,
  path: string,
  expected: StateDigest,
  signal: AbortSignal,
): Promise<void> {
  // After an interrupted swap, old and new collections stay mixed until the swap of this run.
  if ((await restorePhase(db)) !== 'swapping') await markRestore(db, 'filling')
  await dropStaging(db)
  const collections = await fillStaging(db, path, expected, signal)
  await compare(db, collections, expected, signal)
  for (const { name, indexes } of collections) await buildIndexes(db, stagingPrefix + name, indexes)
  signal.throwIfAborted()

  await markRestore(db, 'swapping')
  const restored = new Set(collections.map(({ name }) => name))
  for (const name of await allCollections(db)) {
    if (name.startsWith(stagingPrefix)) {
      await db.renameCollection(name, name.slice(stagingPrefix.length), { dropTarget: true })
    } else if (!restored.has(name) && name !== markerCollection) {
      await db.dropCollection(name)
    }
  }
  await completeRestore(db)
}

/** Removes the leftovers of an earlier restore. */
export async function dropStaging(db: mongo.Db): Promise<void> {
  for (const name of await allCollections(db)) {
    if (name.startsWith(stagingPrefix)) await db.dropCollection(name)
  }
}

async function fillStaging(
  db: mongo.Db,
  path: string,
  expected: StateDigest,
  signal: AbortSignal,
): Promise<CollectionHead[]> {
  const collections: CollectionHead[] = []
  let target: mongo.Collection | undefined
  for await (const part of readBackup(path)) {
    signal.throwIfAborted()
    if (part.kind === 'collection') {
      const name = stagingPrefix + part.collection.name
      collections.push(part.collection)
      await createCollection(db, name)
      // Waiting for the journal after every block would double the time. Only the marker's last write has to wait for
      // it.
      target = db.collection(name, { writeConcern: { w: 1, journal: false } })
    } else if (part.kind === 'documents') {
      await target?.insertMany(part.documents.map(parseDocument), { ordered: false })
    } else if (part.kind === 'end' && part.state.state !== expected.state) {
      throw new StartError('The file has changed while it was read. Nothing was changed; try again.')
    }
  }
  return collections
}

/** The stored data match the file. */
async function compare(
  db: mongo.Db,
  collections: CollectionHead[],
  expected: StateDigest,
  signal: AbortSignal,
): Promise<void> {
  const tally = new StateTally()
  for (const head of collections) {
    const documents = tally.begin(head)
    for await (const raw of rawDocuments(db.collection(stagingPrefix + head.name))) {
      documents.add(raw)
      signal.throwIfAborted()
    }
  }
  if (tally.result().state === expected.state) return
  throw new Error('The database does not return what was stored. Nothing was changed.')
}

async function buildIndexes(
  db: mongo.Db,
  collection: string,
  indexes: CollectionHead['indexes'],
): Promise<void> {
  if (indexes.length > 0) await db.command({ createIndexes: collection, indexes })
}
