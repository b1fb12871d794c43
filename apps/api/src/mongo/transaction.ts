import { setTimeout as pause } from 'node:timers/promises'
import mongoose, { type mongo } from 'mongoose'

/** How long a transaction is tried again after conflicts with others. A request does not wait longer. */
const triesMs = 10_000
const longestPauseMs = 20

/** Runs `work` in one transaction. After a conflict with another transaction, it runs again from the start. A lost database
 *  is reported at once.
 *  @param work may run several times; its reads and writes take the session
 *  @throws what `work` throws, after which nothing is stored, and errors of the driver, after which the outcome is unknown */
export async function inTransaction<T>(work: (session: mongo.ClientSession) => Promise<T>): Promise<T> {
  const end = performance.now() + triesMs
  const session = mongoose.connection.getClient().startSession()
  try {
    for (;;) {
      session.startTransaction()
      try {
        const result = await work(session)
        await session.commitTransaction()
        return result
      } catch (error) {
        // The server ends a transaction that it can no longer be asked to end.
        if (session.inTransaction()) await session.abortTransaction()
        if (!isConflict(error) || performance.now() > end) throw error
        await pause(Math.random() * longestPauseMs)
      }
    }
  } finally {
    await session.endSession()
  }
}

/** Whether another transaction was faster, and nothing of this one is stored. */
function isConflict(error: unknown): boolean {
  return error instanceof mongoose.mongo.MongoServerError && error.hasErrorLabel('TransientTransactionError')
}
