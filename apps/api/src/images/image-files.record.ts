import mongoose, { type Types } from 'mongoose'
import { byteCache } from '../base/budgets'

const { Schema } = mongoose

// GridFS, in the format that every MongoDB tool reads (https://www.mongodb.com/docs/manual/core/gridfs/). It is
// read and written here, because the driver acknowledges and journals each chunk separately, and reads 16 MB
// ahead for each slow visitor.

/** The default chunk size of the standard. */
const chunkBytes = 255 * 1024
/** The size of a slice; each download holds one. A multiple of three, and a divisor of a chunk. */
const sliceBytes = chunkBytes / 10
/** Recently read chunks. Several visitors load the same picture, each at their own pace. */
const recentMaxBytes = 32 * 1024 * 1024
const recent = byteCache<{ bytes: Buffer }>(recentMaxBytes)
/** Concurrent requests for a chunk share one read. */
const reading = new Map<string, Promise<{ data: Buffer } | null>>()
/** Chunks per command, well below the size limit of a command. */
const chunksPerWrite = 8
const chunksPerRead = 8

/** Both inclusive. */
export interface ByteRange {
  start: number
  end: number
}

interface FileRecord {
  _id: Types.ObjectId
  length: number
  chunkSize: number
  uploadDate: Date
  filename: string
}

interface ChunkRecord {
  files_id: Types.ObjectId
  n: number
  data: Buffer
}

const chunkSchema = new Schema<ChunkRecord>({}, { collection: 'images.chunks' })
chunkSchema.index({ files_id: 1, n: 1 }, { unique: true })
const ChunkModel = mongoose.model<ChunkRecord>('ImageChunk', chunkSchema)

const files = () => ChunkModel.db.collection<FileRecord>('images.files')
const chunks = () => ChunkModel.db.collection<ChunkRecord>('images.chunks')

/** Stores `bytes` as the file `id`: first the chunks, then the entry that marks it as complete. */
export async function storeFile(id: Types.ObjectId, bytes: Buffer): Promise<void> {
  const count = Math.ceil(bytes.length / chunkBytes)
  const pieces = Array.from({ length: count }, (_, n) => ({
    files_id: id,
    n,
    data: bytes.subarray(n * chunkBytes, (n + 1) * chunkBytes),
  }))
  for (let at = 0; at < count; at += chunksPerWrite) {
    await chunks().insertMany(pieces.slice(at, at + chunksPerWrite))
  }
  await files().insertOne({
    _id: id,
    length: bytes.length,
    chunkSize: chunkBytes,
    uploadDate: new Date(),
    filename: id.toHexString(),
  })
}

/** The bytes `start` to `end` (both inclusive) of a file as slices, each made on demand. They are copies, because a view would
 *  keep a whole chunk in memory until it is read. All slices of a whole file except the last one have a multiple of three bytes, so that each of them can be
 *  encoded as base64 alone. */
export async function* readSlices(
  id: Types.ObjectId,
  { start, end }: ByteRange,
): AsyncGenerator<Buffer, void> {
  for (let from = start; from <= end;) {
    const stop = Math.min(end + 1, from - (from % sliceBytes) + sliceBytes)
    // Not kept in a variable: a suspended generator would keep the slice of each slow reader a second time.
    yield Buffer.from(await viewPiece(id, from, stop))
    from = stop
  }
}

/** The bytes from `start` to `stop`, exclusive, all in one chunk. */
async function viewPiece(id: Types.ObjectId, start: number, stop: number): Promise<Buffer> {
  const piece = await readPiece(id, Math.floor(start / chunkBytes))
  const offset = start % chunkBytes
  return piece.subarray(offset, offset + stop - start)
}

const keyOf = (id: Types.ObjectId, n: number) => `${id.toHexString()} ${n}`

async function readPiece(id: Types.ObjectId, n: number): Promise<Buffer> {
  const key = keyOf(id, n)
  const kept = recent.get(key)
  if (kept) return kept.bytes
  const read = reading.get(key) ?? chunks().findOne({ files_id: id, n }, { promoteBuffers: true })
  reading.set(key, read)
  try {
    const chunk = await read
    if (!chunk) throw new Error(`piece ${n} of an image file is gone`)
    recent.set(key, { bytes: chunk.data })
    return chunk.data
  } finally {
    reading.delete(key)
  }
}

/** All bytes of a file as cached chunks; undefined if one is not cached.
 *  @param length of the file in bytes */
export function keptPieces(id: Types.ObjectId, length: number): Buffer[] | undefined {
  const pieces: Buffer[] = []
  for (let n = 0; n * chunkBytes < length; n += 1) {
    const kept = recent.get(keyOf(id, n))
    if (!kept) return undefined
    pieces.push(kept.bytes)
  }
  return pieces
}

/** All bytes of a file in one buffer. Each chunk is copied to its place when it arrives.
 *  @param length of the file in bytes */
export async function readFile(id: Types.ObjectId, length: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(length)
  let filled = 0
  const pieces = chunks()
    .find({ files_id: id }, { promoteBuffers: true, batchSize: chunksPerRead })
    .sort({ n: 1 })
  for await (const { data } of pieces) filled += data.copy(bytes, filled)
  if (filled !== length) throw new Error(`an image file has ${filled} bytes instead of ${length}`)
  return bytes
}

/** Removes files; unknown ids are ignored. */
export async function deleteFiles(ids: Types.ObjectId[]): Promise<void> {
  if (ids.length === 0) return
  await chunks().deleteMany({ files_id: { $in: ids } })
  await files().deleteMany({ _id: { $in: ids } })
}
