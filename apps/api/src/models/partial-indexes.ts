import mongoose from 'mongoose'

/** Conditions of indexes that contain only the documents with a date or an id in a field, which is null in most. They
 *  are ranges, because MongoDB uses an index with a condition by `$type` only for queries that repeat this `$type`. Each
 *  such index needs a name of its own: an older database may have an index by `$type` under the usual name. */
export const isAnyDate = { $lte: new Date(8_640_000_000_000_000) }
export const isAnyId = { $gte: new mongoose.Types.ObjectId('0'.repeat(24)) }
