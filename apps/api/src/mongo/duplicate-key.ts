import mongoose from 'mongoose'

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
