import mongoose from 'mongoose'

export const duplicateKey = 11_000

/** Whether a write was refused because another document has the same value of a unique field. */
export function isDuplicate(error: unknown, field?: string): error is mongoose.mongo.MongoServerError {
  if (!(error instanceof mongoose.mongo.MongoServerError) || error.code !== duplicateKey) return false
  const keys: unknown = error['keyPattern']
  return field === undefined || (typeof keys === 'object' && keys !== null && field in keys)
}
