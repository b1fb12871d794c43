import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { finished } from 'node:stream/promises'
import mongoose, { type Types } from 'mongoose'

/** Fewer, larger pieces than GridFS's own 255 KB: one acknowledged, journalled write each. */
const chunkSizeBytes = 1024 * 1024
const bucketName = 'images'

const buckets = new WeakMap<mongoose.mongo.Db, mongoose.mongo.GridFSBucket>()

function database(): mongoose.mongo.Db {
  const { db } = mongoose.connection
  if (!db) throw new mongoose.mongo.MongoNotConnectedError('the database is not connected')
  return db
}

function bucket(): mongoose.mongo.GridFSBucket {
  const db = database()
  const known = buckets.get(db)
  if (known) return known
  const made = new mongoose.mongo.GridFSBucket(db, { bucketName, chunkSizeBytes })
  buckets.set(db, made)
  return made
}

/** Stores `bytes` as the GridFS file `id`, acknowledged by the majority and journalled like every other write. */
export async function storeFile(id: Types.ObjectId, bytes: Buffer): Promise<void> {
  const upload = bucket().openUploadStreamWithId(id, id.toHexString())
  upload.end(bytes)
  await finished(upload)
}

/** Streams the file, or the bytes `start` (inclusive) to `end` (exclusive) of it. */
export function openFile(id: Types.ObjectId, range?: { start: number; end: number }): Readable {
  return bucket().openDownloadStream(id, range)
}

export async function readFile(id: Types.ObjectId): Promise<Buffer> {
  return buffer(openFile(id))
}

/** Removes files, known or not; may be repeated. */
export async function deleteFiles(ids: Types.ObjectId[]): Promise<void> {
  if (ids.length === 0) return
  await database()
    .collection(`${bucketName}.chunks`)
    .deleteMany({ files_id: { $in: ids } })
  await database()
    .collection(`${bucketName}.files`)
    .deleteMany({ _id: { $in: ids } })
}
