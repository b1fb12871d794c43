import type { mongo, Types } from 'mongoose'
import { AppError } from '@pinmark/shared/errors'
import { inTransaction } from '../mongo/transaction'
import { lockAccount } from './user.record'

/** Changes what an account has: its projects, tokens and webhooks. One change of an account follows the other, so that a
 *  limit which `work` has checked still holds when it writes, and a login that it has found alive has not ended.
 *  @param work may run several times; its reads and writes take the session
 *  @throws AppError session_ended without such an account, and what `work` throws, after which nothing is stored */
export function changeAccount<T>(
  account: Types.ObjectId,
  work: (session: mongo.ClientSession) => Promise<T>,
): Promise<T> {
  return inTransaction(async (session) => {
    if (!(await lockAccount(account, session))) throw new AppError('session_ended')
    return work(session)
  })
}
