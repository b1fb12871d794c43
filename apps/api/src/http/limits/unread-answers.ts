/** What a reader who does not read may cost. Most answers are sent in small pieces, each made when the one before was
 *  taken. A long text that is sent as a whole waits in memory, so all of these share an amount of it. */
import type { Response } from 'express'
import { AppError } from '@pinmark/shared/errors'
import { ByteBudget } from '../../base/budgets'

/** Of all networks together. One network gets half of it. */
const waitingBytes = 64 * 1024 * 1024
/** Shorter ones are not counted. */
const longBytes = 96 * 1024
/** A reader who takes nothing for this time is cut off. The system buffers some megabytes for a connection, and reports
 *  progress only when a good part of them is free: at 20 KB/s that takes nearly as long. */
const stallMs = 60_000
const retryAfterSeconds = 5

const budget = new ByteBudget(waitingBytes)

/** Cuts the connection when its reader takes nothing of what was written for a while. A slow reader who takes something now and
 *  then is served. */
export function cutOffWhenStalled(res: Response): void {
  res.setTimeout(stallMs)
}

/** Takes memory for bytes of an answer until the result is disposed of.
 *  @returns null for bytes that are not counted
 *  @throws AppError answers_waiting when the memory is used up */
export function takeMemory({ req }: Response, bytes: number): Disposable | null {
  if (bytes <= longBytes) return null
  const taken = budget.take([req.network], bytes)
  if (!taken) throw new AppError('answers_waiting', { retryAfterSeconds })
  return taken
}
