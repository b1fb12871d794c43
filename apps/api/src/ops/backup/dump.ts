import type { mongo } from 'mongoose'
import { shapeOf } from '../../mongo/migrations/migrate'
import { extendedJson, rawDocuments } from '../../mongo/raw-documents'
import type { BackupWriter } from './backup-file'
import {
  type BackupHeader,
  blockBytes,
  keptCollections,
  listIndexes,
  type StateDigest,
  StateTally,
} from './format'

interface DumpOptions {
  /** Version of Pinmark. */
  version: string
  pepper: string | null
  signal: AbortSignal
}

/** Writes all lasting data as they are at one moment, while other programs continue to write. All collections
 *  are read at the same cluster time (https://www.mongodb.com/docs/manual/reference/read-concern-snapshot/).
 *  It never holds more than a few blocks in memory. */
export async function dumpDatabase(
  db: mongo.Db,
  writer: BackupWriter,
  { version, pepper, signal }: DumpOptions,
): Promise<StateDigest> {
  const shape = await shapeOf(db)
  const header: BackupHeader = { createdAt: new Date().toISOString(), version, shape, pepper }
  await writer.frame('H', json(header))

  const tally = new StateTally()
  const session = db.client.startSession({ snapshot: true })
  try {
    for (const name of await keptCollections(db)) {
      const head = { name, indexes: await listIndexes(db, name) }
      await writer.frame('C', Buffer.from(extendedJson(head)))
      const documents = tally.begin(head)
      const collection = db.collection(name, { readConcern: { level: 'snapshot' } })
      for await (const block of blocksOf(rawDocuments(collection, session), documents.add)) {
        signal.throwIfAborted()
        await writer.frame('D', block)
      }
    }
  } finally {
    await session.endSession()
  }
  const state = tally.result()
  await writer.frame('E', json(state))
  return state
}

async function* blocksOf(
  documents: AsyncIterable<Buffer>,
  onEach: (raw: Buffer) => void,
): AsyncGenerator<Buffer> {
  let block: Buffer[] = []
  let bytes = 0
  for await (const raw of documents) {
    onEach(raw)
    block.push(raw)
    bytes += raw.length
    if (bytes < blockBytes) continue
    yield Buffer.concat(block)
    block = []
    bytes = 0
  }
  if (bytes > 0) yield Buffer.concat(block)
}

const json = (value: unknown) => Buffer.from(JSON.stringify(value))
