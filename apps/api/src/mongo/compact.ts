import { openForUpkeep } from './database'
import { hasRoom, type DiskRoom } from '../base/disk-room'
import type { Log } from '../base/log'

const everyMs = 10_000
const worthBytes = 16 * 1024 * 1024
/** The collection with nearly all bytes. */
const collections = ['images.chunks', 'images', 'comments']

/** MongoDB keeps the space of deleted documents for the same collection. This returns the space to the disk.
 *  Reads and writes continue meanwhile.
 *  @returns whether there was enough space to return
 *  @see https://www.mongodb.com/docs/manual/reference/command/compact/ */
export async function compact(uri: string, signal?: AbortSignal): Promise<boolean> {
  const { db, close } = await openForUpkeep(uri, 'compact')
  try {
    const { freeStorageSize } = await db.command({ dbStats: 1, freeStorage: 1 })
    if (Number(freeStorageSize) < worthBytes) return false
    for (const collection of collections) {
      if (!signal?.aborted) await db.command({ compact: collection, force: true })
    }
    return true
  } finally {
    await close()
  }
}

/** Makes a checkpoint now. MongoDB makes one a minute, and the space of deleted data is free only after the
 *  next one.
 *  @see https://www.mongodb.com/docs/manual/reference/command/fsync/ */
export async function makeCheckpoint(uri: string): Promise<void> {
  const { db, close } = await openForUpkeep(uri, 'checkpoint')
  try {
    await db.admin().command({ fsync: 1 })
  } finally {
    await close()
  }
}

/** Compacts the database periodically while its disk is short of space.
 *  @returns a function that ends it, after the collection in progress */
export function compactWhenShort(uri: string, { freeBytes, minFreeBytes }: DiskRoom, log: Log) {
  const isShort = () => !hasRoom({ freeBytes, minFreeBytes: 2 * minFreeBytes })
  let current = Promise.resolve()
  let isRunning = false
  const stopping = new AbortController()
  const timer = setInterval(() => {
    if (isRunning || !isShort()) return
    isRunning = true
    current = compact(uri, stopping.signal)
      .then(
        () => undefined,
        (error: unknown) => log.warn({ err: error }, 'the database was not compacted; the next run retries'),
      )
      .finally(() => (isRunning = false))
  }, everyMs).unref()
  return () => {
    clearInterval(timer)
    stopping.abort()
    return current
  }
}
