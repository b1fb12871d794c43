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
export const doesNotExist = mongoose.trusted({ $exists: false })

/** Conditions of indexes that contain only the documents with a date or an id in a field, which is null in most. They
 *  are ranges, because MongoDB uses an index with a condition by `$type` only for queries that repeat this `$type`. Each
 *  such index needs a name of its own: an older database may have an index by `$type` under the usual name. */
export const isAnyDate = { $lte: new Date(8_640_000_000_000_000) }
export const isAnyId = { $gte: new Types.ObjectId('0'.repeat(24)) }

export const newRecordId = (): Types.ObjectId => new Types.ObjectId()

/** A write that a transaction makes later, together with others. */
export type Write =
  { insertOne: { document: object } } | { updateOne: { filter: object; update: object; upsert?: boolean } }
