import type { Promised } from './promise'
import { retriedOnce } from './rows/r02-retried-once'

/** Every promise, in the order of the table. */
export const rows: readonly Promised[] = [retriedOnce]
