import type { Promised } from './promise'
import { acknowledged } from './rows/r01-acknowledged'
import { retriedOnce } from './rows/r02-retried-once'
import { concurrentChanges } from './rows/r04-concurrent-changes'
import { orderlyStop } from './rows/r06-orderly-stop'
import { lostPrimary } from './rows/r13-lost-primary'

/** Every promise, in the order of the table. */
export const rows: readonly Promised[] = [
  acknowledged,
  retriedOnce,
  concurrentChanges,
  orderlyStop,
  lostPrimary,
]
