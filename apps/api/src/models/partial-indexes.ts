import mongoose from 'mongoose'

/** Conditions for indexes over the few documents that hold a date or an id where the others hold null. They say it by a
 *  range: an index that says it by `$type` is used only for queries that repeat the `$type`, and all others look
 *  through the whole collection. Each has a name of its own, since a database may still hold one by `$type` under the
 *  usual name. */
export const isAnyDate = { $lte: new Date(8_640_000_000_000_000) }
export const isAnyId = { $gte: new mongoose.Types.ObjectId('0'.repeat(24)) }
