import type { ChangeOfDesign } from '@pinmark/shared/entities/comparison'
import { AppError } from '@pinmark/shared/errors'
import { hasRoom, type DiskRoom } from '../base/disk-room'
import { findComparison, storeComparison, type Found, type Pair } from './comparison.record'

/** A comparison that took too long is not tried again for this time, because other visitors need the workers. */
const tooLongMs = 10 * 60_000

/** Returns a function that compares each pair once: a known pair is read from the database, and concurrent requests share
 *  one comparison. It throws what `compare` throws. */
export function comparer<Change extends ChangeOfDesign>() {
  /** Comparisons of this process by pair: those in progress, and those that took too long, for `tooLongMs`. Each of the
   *  latter has occupied an image worker for seconds, which bounds their number. */
  const comparisons = new Map<string, Promise<Found<Change>>>()

  return async (
    pair: Pair,
    compare: () => Promise<Found<Change>>,
    room: DiskRoom,
  ): Promise<Found<Change>> => {
    const known = await findComparison<Change>(pair)
    if (known) return known
    const key = `${pair.from} ${pair.to}`
    const comparison = comparisons.get(key) ?? start(key, pair, compare, room)
    comparisons.set(key, comparison)
    return comparison
  }

  async function start(
    key: string,
    pair: Pair,
    compare: () => Promise<Found<Change>>,
    room: DiskRoom,
  ): Promise<Found<Change>> {
    let keptMs = 0
    try {
      const found = await compare()
      // A full disk does not refuse reads, so this read must not store anything then.
      if (hasRoom(room)) await storeComparison(pair, found)
      return found
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'image_took_too_long') throw error
      keptMs = tooLongMs
      throw new AppError(error.code, { cause: error, retryAfterSeconds: tooLongMs / 1_000 })
    } finally {
      setTimeout(() => comparisons.delete(key), keptMs).unref()
    }
  }
}
