import mongoose from 'mongoose'
import { Coalescer } from '../base/coalescer'
import { ThreadModel, type ReplyRecord, type ThreadRecord } from './comment'
import { duplicateKey, isDuplicate } from './duplicate-key'

type MessageRecord = ThreadRecord | ReplyRecord

/** `repeated`: the same request stored it before. `numberTaken`: the project's counter is behind its comments.
 *  `pictureTaken`: another message has one of its pictures, or the same request stored it before. */
export type InsertOutcome = 'stored' | 'repeated' | 'numberTaken' | 'pictureTaken'

/** It is unknown whether it was written, because the database went away or could not confirm a majority. */
class UnsureWriteError extends Error {
  override readonly name = 'UnsureWriteError'
}

const { MongoBulkWriteError, MongoServerError } = mongoose.mongo
/** Messages per insert: a few megabytes with the longest texts. */
const batchMaxSize = 100

const inserts = new Coalescer(batchMaxSize, (records: readonly MessageRecord[]) =>
  records.length === 1 ? Promise.allSettled(records.map(insertOne)) : insertTogether(records),
)

/** Stores a thread or a reply, together with those of concurrent requests. The cost of an insert is waiting for the
 *  majority's journals, and a hundred inserts wait no longer than one. */
export function insertComment(record: MessageRecord): Promise<InsertOutcome> {
  return inserts.add('comments', record)
}

async function insertOne(record: MessageRecord): Promise<InsertOutcome> {
  try {
    await ThreadModel.collection.insertOne(record)
    return 'stored'
  } catch (error) {
    if (isDuplicate(error)) return whatIsTaken(error.message)
    throw error
  }
}

async function insertTogether(
  records: readonly MessageRecord[],
): Promise<PromiseSettledResult<InsertOutcome>[]> {
  try {
    await ThreadModel.collection.insertMany([...records], { ordered: false })
    return records.map(() => ({ status: 'fulfilled', value: 'stored' }))
  } catch (error) {
    if (!(error instanceof MongoBulkWriteError)) throw error
    return outcomesOf(records.length, error)
  }
}

/** The driver reports refused records one by one, and failures of the whole command once. */
function outcomesOf(
  count: number,
  error: InstanceType<typeof MongoBulkWriteError>,
): PromiseSettledResult<InsertOutcome>[] {
  const refused = new Map([error.writeErrors].flat().map((refusal) => [refusal.index, refusal]))
  const isUnsure = refused.size === 0 || error.result.getWriteConcernError() !== undefined
  return Array.from({ length: count }, (_, index) => {
    const refusal = refused.get(index)
    if (refusal?.code === duplicateKey) {
      return { status: 'fulfilled', value: whatIsTaken(refusal.errmsg ?? '') }
    }
    if (refusal) return { status: 'rejected', reason: new MongoServerError(refusal.toJSON()) }
    if (isUnsure) return { status: 'rejected', reason: new UnsureWriteError(error.message, { cause: error }) }
    return { status: 'fulfilled', value: 'stored' }
  })
}

/** For several records, MongoDB names the index only in the text of the error: `... index: project_1_number_1
 *  dup key ...`. */
function whatIsTaken(message: string): InsertOutcome {
  if (message.includes('index: project_1_number_1 ')) return 'numberTaken'
  return message.includes('index: pictures.image_1 ') ? 'pictureTaken' : 'repeated'
}
