import { promisify } from 'node:util'
import { deflate, inflate } from 'node:zlib'
import type { mongo } from 'mongoose'
import { z } from 'zod'
import { eventCollection } from '../../core/event'
import { rateWindowCollection } from '../../http/limits/rate-window.record'
import { leaseCollection } from '../../mongo/migrations/migrate'
import { createHash, type Hash } from 'node:crypto'
import { extendedJson, rawDocuments } from '../../mongo/raw-documents'

/** A backup file, from its first byte to its last:
 *
 *    a line of text       `pinmark-backup 1`: what it is, and the version of this format
 *    frame `H`            JSON: when, by which version, in which shape (see `headerSchema`)
 *    for each collection  frame `C` with its name and indexes (Extended JSON), then frames `D` with its
 *                         documents: BSON, one after the other, in the order of their `_id`
 *    frame `E`            JSON: how many documents each collection has, and their digest (see `endSchema`)
 *    32 bytes             SHA-256 of everything before
 *
 *  A frame is its letter, `-` (as it is) or `z` (zlib), its length (4 bytes, little-endian), and so many bytes. */
export const formatVersion = 1
export const magic = 'pinmark-backup '
export const digestBytes = 32
export const frameHeadBytes = 6
/** Documents are gathered up to this size; one frame may hold one more, of at most 16 MB. */
export const blockBytes = 1024 * 1024
/** Pinmark writes no frame of nearly this length, so a longer frame is damaged. */
export const maxFrameBytes = 32 * 1024 * 1024

export type FrameKind = 'H' | 'C' | 'D' | 'E'

export const headerSchema = z.object({
  createdAt: z.iso.datetime(),
  /** Version of Pinmark. */
  version: z.string(),
  /** The last migration that ran on the data. */
  shape: z.int().min(0),
  /** Identifies the password pepper that belongs to the data, without revealing it. */
  pepper: z.string().nullable(),
})
export type BackupHeader = z.infer<typeof headerSchema>

export const collectionSchema = z.object({
  name: z.string().min(1),
  indexes: z.array(z.looseObject({ name: z.string(), key: z.record(z.string(), z.unknown()) })),
})
export type CollectionHead = z.infer<typeof collectionSchema>

export const endSchema = z.object({
  collections: z.record(z.string(), z.object({ count: z.int().min(0), sha256: z.hash('sha256') })),
  state: z.hash('sha256'),
})
/** The digest of the data: see `stateOf`. */
export type StateDigest = z.infer<typeof endSchema>

const compress = promisify(deflate)
const decompress = promisify(inflate)
/** Number of blocks that are stored uncompressed after a block that did not shrink. Pictures are already
 *  compressed. */
const hopelessBlocks = 32

/** Encodes frames one after the other, and remembers whether compressing is worth its time. */
export class FrameEncoder {
  #hopeless = 0

  async encode(kind: FrameKind, payload: Buffer): Promise<Buffer[]> {
    const small = await this.#tryToShrink(payload)
    const body = small ?? payload
    const head = Buffer.alloc(frameHeadBytes)
    head.write(kind + (small ? 'z' : '-'), 'latin1')
    head.writeUInt32LE(body.length, 2)
    return [head, body]
  }

  async #tryToShrink(payload: Buffer): Promise<Buffer | null> {
    if (this.#hopeless > 0) {
      this.#hopeless -= 1
      return null
    }
    const small = await compress(payload)
    if (small.length < payload.length * 0.95) return small
    if (payload.length >= blockBytes / 2) this.#hopeless = hopelessBlocks
    return null
  }
}

/** @throws Error when the bytes are no zlib stream, or exceed the maximum size of a frame */
export function decodePayload(coding: string, body: Buffer): Promise<Buffer> | Buffer {
  return coding === 'z' ? decompress(body, { maxOutputLength: maxFrameBytes }) : body
}

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
  // Of earlier versions, which sent in one process at a time.
  'outbox',
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
