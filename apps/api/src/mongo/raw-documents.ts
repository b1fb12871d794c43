import mongoose, { type mongo } from 'mongoose'

const { BSON } = mongoose.mongo

/** Every document of a collection as stored bytes, in the order of `_id`. */
export async function* rawDocuments(
  collection: mongo.Collection,
  session?: mongo.ClientSession,
): AsyncGenerator<Buffer> {
  const cursor = collection.find(
    {},
    { raw: true, sort: { _id: 1 }, hint: { _id: 1 }, batchSize: 1_000, ...(session && { session }) },
  )
  for await (const given of cursor) {
    const raw: unknown = given
    if (!(raw instanceof Uint8Array))
      throw new TypeError('the driver returned a document instead of its bytes')
    yield Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength)
  }
}

/** Splits concatenated documents. @throws RangeError if their lengths do not add up */
export function splitDocuments(bytes: Buffer): Buffer[] {
  const documents: Buffer[] = []
  for (let at = 0; at < bytes.length;) {
    const length = bytes.length - at < 5 ? 0 : bytes.readInt32LE(at)
    if (length < 5 || at + length > bytes.length) throw new RangeError('The documents are truncated.')
    documents.push(bytes.subarray(at, at + length))
    at += length
  }
  return documents
}

/** Parses a document so that storing it gives the same bytes: numbers keep their type. */
export function parseDocument(bytes: Buffer): mongo.Document {
  return BSON.deserialize(bytes, { promoteValues: false, promoteBuffers: false, bsonRegExp: true })
}

/** A value of the database as MongoDB's Extended JSON. The condition of an index may be a date or an id.
 *  Plain JSON would turn it into a text, and build another index.
 *  @see https://www.mongodb.com/docs/manual/reference/mongodb-extended-json/ */
export function extendedJson(value: unknown): string {
  return BSON.EJSON.stringify(value)
}

/** @throws Error if the text is not JSON */
export function parseExtendedJson(text: string): unknown {
  return BSON.EJSON.parse(text)
}

/** Whether the history no longer contains the moment at which reading began. */
export function isHistoryLost(error: unknown): boolean {
  const { MongoServerError } = mongoose.mongo
  return error instanceof MongoServerError && (error.code === 239 || error.code === 246)
}

/** Whether the database was lost, as opposed to refusing something. */
export function isConnectionLost(error: unknown): boolean {
  const { MongoNetworkError, MongoServerSelectionError } = mongoose.mongo
  const { MongooseServerSelectionError } = mongoose.Error
  return [MongoNetworkError, MongoServerSelectionError, MongooseServerSelectionError].some(
    (kind) => error instanceof kind,
  )
}
