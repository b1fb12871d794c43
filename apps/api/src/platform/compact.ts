import { openForUpkeep } from './database'
import { hasRoom, type DiskRoom } from './disk-room'
import type { Log } from './log'

const everyMs = 10_000
const worthBytes = 16 * 1024 * 1024
/** Where nearly all bytes are. */
const collections = ['images.chunks', 'images', 'comments']

/** MongoDB keeps the space of what was deleted for what comes into the same collection. Gives it back to the disk, where
 *  everything else can use it. Reads and writes go on meanwhile.
 *  @returns whether there was enough to be worth it
 *  @see https://www.mongodb.com/docs/manual/reference/command/compact/ */
export async function compact(uri: string): Promise<boolean> {
  const { db, close } = await openForUpkeep(uri, 'compact')
  try {
    const { freeStorageSize } = await db.command({ dbStats: 1, freeStorage: 1 })
    if (Number(freeStorageSize) < worthBytes) return false
    for (const collection of collections) await db.command({ compact: collection, force: true })
    return true
  } finally {
    await close()
  }
}

/** Makes a checkpoint now. MongoDB makes one a minute, and the space of what was deleted is free only after the next.
 *  @see https://www.mongodb.com/docs/manual/reference/command/fsync/ */
export async function makeCheckpoint(uri: string): Promise<void> {
  const { db, close } = await openForUpkeep(uri, 'checkpoint')
  try {
    await db.admin().command({ fsync: 1 })
  } finally {
    await close()
  }
}

/** Compacts the database from time to time while its disk is short of room.
 *  @returns a function that ends it, after the run that is under way */
export function compactWhenShort(uri: string, { freeBytes, minFreeBytes }: DiskRoom, log: Log) {
  const isShort = () => !hasRoom({ freeBytes, minFreeBytes: 2 * minFreeBytes })
  let current = Promise.resolve()
  let isRunning = false
  const timer = setInterval(() => {
    if (isRunning || !isShort()) return
    isRunning = true
    current = compact(uri)
      .then(
        () => undefined,
        (error: unknown) =>
          log.warn({ err: error }, 'the database was not compacted; the next run tries again'),
      )
      .finally(() => (isRunning = false))
  }, everyMs).unref()
  return () => {
    clearInterval(timer)
    return current
  }
}
