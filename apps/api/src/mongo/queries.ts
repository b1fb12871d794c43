import mongoose, { Types } from 'mongoose'

/** Operators that our own code uses in a filter. Everything else that looks like an operator is data from
 *  outside, and `sanitizeFilter` turns it into a plain comparison. */
export const isOneOf = <T>(values: readonly T[]) => mongoose.trusted({ $in: [...values] })
export const isNoneOf = <T>(values: readonly T[]) => mongoose.trusted({ $nin: [...values] })
export const isNot = <T>(value: T) => mongoose.trusted({ $ne: value })
export const isAbove = <T>(value: T) => mongoose.trusted({ $gt: value })
export const isAtLeast = <T>(value: T) => mongoose.trusted({ $gte: value })
export const isUpTo = <T>(value: T) => mongoose.trusted({ $lte: value })
export const isBelow = <T>(value: T) => mongoose.trusted({ $lt: value })
export const isBetween = <T>(above: T, upTo: T) => mongoose.trusted({ $gt: above, $lte: upTo })
/** Also true of a missing or empty field, which `isAbove` is not. */
export const isNotUpTo = <T>(value: T) => mongoose.trusted({ $not: { $lte: value } })
/** Also true of a missing field. Unlike a check for existence, an index can decide it. */
export const isNotAbove = <T>(value: T) => mongoose.trusted({ $not: { $gt: value } })
export const hasElement = <T extends object>(conditions: T) => mongoose.trusted({ $elemMatch: conditions })
/** Texts with this prefix, which is our own and ends in a character below U+007F. */
export const startsWith = (prefix: string) =>
  mongoose.trusted({
    $gte: prefix,
    $lt: prefix.slice(0, -1) + String.fromCharCode(prefix.charCodeAt(prefix.length - 1) + 1),
  })
export const exists = mongoose.trusted({ $exists: true })

/** Conditions of indexes that contain only the documents with a date or an id in a field, which is null in most. They
 *  are ranges, because MongoDB uses an index with a condition by `$type` only for queries that repeat this `$type`. Each
 *  such index needs a name of its own: an older database may have an index by `$type` under the usual name. */
export const isAnyDate = { $lte: new Date(8_640_000_000_000_000) }
export const isAnyId = { $gte: new Types.ObjectId('0'.repeat(24)) }

export const newRecordId = (): Types.ObjectId => new Types.ObjectId()

/** A write that a transaction makes later, together with others. */
export type Write =
  | { insertOne: { document: object } }
  | { updateOne: { filter: object; update: object; upsert?: boolean } }

const duplicateKey = 11_000

/** Whether a write was refused because another document has the same value in a unique field. */
export function isDuplicate(error: unknown, field?: string): error is mongoose.mongo.MongoServerError {
  if (!(error instanceof mongoose.mongo.MongoServerError) || error.code !== duplicateKey) return false
  const keys: unknown = error['keyPattern']
  return field === undefined || (typeof keys === 'object' && keys !== null && field in keys)
}

/** The unique index that refused a write, such as `project_1_number_1`; null for another error. When several documents are
 *  written, only the text of the error names it: `... index: project_1_number_1 dup key ...`. */
export function duplicateIndex(error: unknown): string | null {
  if (!isDuplicate(error)) return null
  return /index: (\S+) dup key/.exec(error.message)?.[1] ?? ''
}

/** Inserts those of the documents whose `_id` is not stored yet, so that a second call changes nothing. One insert of a
 *  hundred documents costs the database a fraction of a hundred upserts. */
export async function insertMissing<Record extends { _id: unknown }>(
  model: mongoose.Model<Record>,
  documents: readonly Record[],
): Promise<void> {
  if (documents.length === 0) return
  try {
    await model.insertMany(documents, { ordered: false, lean: true })
  } catch (error) {
    if (!isOnlyDuplicates(error)) throw error
  }
}

function isOnlyDuplicates(error: unknown): boolean {
  if (!(error instanceof mongoose.mongo.MongoBulkWriteError)) return false
  const refused = [error.writeErrors].flat()
  return refused.every(({ code }) => code === duplicateKey) && !error.result.getWriteConcernError()
}
