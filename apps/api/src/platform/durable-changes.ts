import mongoose, { type mongo } from 'mongoose'
import { connectedDatabase } from './database'

/** The history of the database no longer reaches back to the reader's position. */
export class HistoryLostError extends Error {
  override readonly name = 'HistoryLostError'
}

/** A stored change. The pipeline decides which parts it has. */
export interface DurableChange {
  _id: mongo.ResumeToken
  operationType: 'insert' | 'update'
  ns: { coll: string }
  clusterTime: mongo.Timestamp
  documentKey: { _id: mongo.ObjectId }
  fullDocument?: mongo.Document
  updateDescription?: { updatedFields: mongo.Document }
}

export interface ChangeBatch {
  changes: DurableChange[]
  /** Resume token after this batch. */
  resume: mongo.ResumeToken
}

interface ReadOptions {
  pipeline: mongo.Document[]
  start: { resumeAfter: mongo.ResumeToken } | { startAtOperationTime: mongo.Timestamp }
  /** Largest number of changes in the next batch. */
  maxChanges: () => number
  /** How long to wait for a first change. */
  waitMs: number
}

const historyLostCodes = new Set<unknown>([136, 222, 260, 280, 286])

/** Reads changes in batches, from a position that outlives the process. The driver's own change stream hands them out one
 *  by one and cannot say where a batch ends without waiting for the next.
 *  @throws HistoryLostError */
export async function* readChanges(options: ReadOptions): AsyncGenerator<ChangeBatch, never> {
  const { pipeline, start, maxChanges, waitMs } = options
  const db = connectedDatabase()
  const session = db.client.startSession()
  try {
    let { cursor } = await ask(db, session, {
      aggregate: 1,
      pipeline: [{ $changeStream: start }, ...pipeline],
      cursor: { batchSize: 0 },
    })
    for (;;) {
      const answer = await ask(db, session, {
        getMore: cursor.id,
        collection: '$cmd.aggregate',
        batchSize: maxChanges(),
        maxTimeMS: waitMs,
      })
      cursor = answer.cursor
      if (cursor.postBatchResumeToken === undefined) throw new Error('A change stream returned no position.')
      yield { changes: cursor.nextBatch ?? [], resume: cursor.postBatchResumeToken }
    }
  } finally {
    await session.endSession()
  }
}

interface CursorAnswer {
  cursor: { id: mongo.Long; nextBatch?: DurableChange[]; postBatchResumeToken?: mongo.ResumeToken }
}

async function ask(
  db: mongo.Db,
  session: mongo.ClientSession,
  command: mongo.Document,
): Promise<CursorAnswer> {
  try {
    // The driver types every answer as a document.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    return (await db.command(command, { session, promoteLongs: false })) as unknown as CursorAnswer
  } catch (error) {
    const isLost = error instanceof mongoose.mongo.MongoServerError && historyLostCodes.has(error.code)
    throw isLost ? new HistoryLostError(error.message, { cause: error }) : error
  }
}

/** The time of the database, in seconds. */
export function secondsOf(time: mongo.Timestamp): number {
  return time.getHighBitsUnsigned()
}

/** The moment at the beginning of a second. */
export function operationTime(seconds: number): mongo.Timestamp {
  return new mongoose.mongo.Timestamp({ t: seconds, i: 1 })
}

/** Sorts in the order of the changes. */
export function orderOf(time: mongo.Timestamp): string {
  const parts = [time.getHighBitsUnsigned(), time.getLowBitsUnsigned()]
  return parts.map((part) => part.toString(16).padStart(8, '0')).join('')
}
