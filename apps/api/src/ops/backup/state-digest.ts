import { createHash, type Hash } from 'node:crypto'
import type { mongo } from 'mongoose'
import { extendedJson, rawDocuments } from '../../mongo/raw-documents'
import { type CollectionHead, keptCollections, listIndexes, type StateDigest } from './format'

/** The digest of the lasting data of a database. Two databases with the same `state` contain the same
 *  documents, byte for byte, and the same indexes. Read it while nothing is written, because otherwise it
 *  describes no single moment. Collections whose documents expire are listed, but are not part of `state`. */
export async function stateDigest(db: mongo.Db): Promise<StateDigest> {
  const tally = new StateTally()
  for (const name of await keptCollections(db)) {
    const head = { name, indexes: await listIndexes(db, name) }
    const documents = tally.begin(head)
    for await (const raw of rawDocuments(db.collection(name))) documents.add(raw)
  }
  return tally.result()
}

interface CollectionTally {
  head: CollectionHead
  count: number
  hash: Hash
}

/** Computes a state while reading, collection by collection in the order of their names. */
export class StateTally {
  readonly #collections: CollectionTally[] = []

  begin(head: CollectionHead): { add: (raw: Buffer) => void } {
    const tally: CollectionTally = { head, count: 0, hash: createHash('sha256') }
    this.#collections.push(tally)
    return {
      add: (raw) => {
        tally.count += 1
        tally.hash.update(raw)
      },
    }
  }

  result(): StateDigest {
    const state = createHash('sha256')
    const collections: StateDigest['collections'] = {}
    for (const { head, count, hash } of this.#collections) {
      const sha256 = hash.digest('hex')
      collections[head.name] = { count, sha256 }
      const expires = head.indexes.some((index) => 'expireAfterSeconds' in index)
      if (!expires) state.update(extendedJson([head, count, sha256]))
    }
    return { collections, state: state.digest('hex') }
  }
}
