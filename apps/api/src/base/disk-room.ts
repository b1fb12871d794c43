import { statfs } from 'node:fs/promises'
import type { mongo } from 'mongoose'
import * as z from 'zod'
import type { Log } from './log'

/** Free space on the disk of the database. */
export interface DiskRoom {
  /** null if unknown. */
  freeBytes: () => number | null
  /** Below this, nothing new is stored. The rest is for reads, deletions and the database itself. */
  minFreeBytes: number
}

interface Watch {
  read: () => Promise<number | null>
  minFreeBytes: number
  log: Log
}

const lookEveryMs = 1_000

/** Whether there is room for something new. An unknown disk counts as roomy, because the database itself
 *  still refuses writes. */
export function hasRoom({ freeBytes, minFreeBytes }: DiskRoom): boolean {
  return (freeBytes() ?? Number.POSITIVE_INFINITY) >= minFreeBytes
}

/** Checks the disk once a second, so that a request pays nothing. If the disk cannot be read, the previous
 *  value stays. */
export async function watchDisk({
  read,
  minFreeBytes,
  log,
}: Watch): Promise<DiskRoom & { stop: () => Promise<void> }> {
  let free: number | null = null
  let hadRoom = true
  const room: DiskRoom = { freeBytes: () => free, minFreeBytes }
  const look = async () => {
    try {
      free = await read()
    } catch (error) {
      log.debug({ err: error }, 'the free space of the disk could not be read')
    }
    if (hasRoom(room) === hadRoom) return
    hadRoom = !hadRoom
    if (hadRoom) log.warn({ freeBytes: free }, 'the disk has room again')
    else log.error({ freeBytes: free, minFreeBytes }, 'the disk is full: only reading and deleting go on')
  }
  await look()
  let looking = Promise.resolve()
  let isLooking = false
  const timer = setInterval(() => {
    if (isLooking) return
    isLooking = true
    looking = look().finally(() => (isLooking = false))
  }, lookEveryMs).unref()
  return {
    ...room,
    stop: () => {
      clearInterval(timer)
      return looking
    },
  }
}

/** Bytes that an ordinary user may still write to the disk of a folder. */
export async function freeOnDisk(path: string): Promise<number> {
  const { bavail, bsize } = await statfs(path)
  return bavail * bsize
}

// 0 for a database without collections.
const diskSchema = z.object({ fsTotalSize: z.number().positive(), fsUsedSize: z.number() })
const statsSchema = z.union([z.object({ raw: z.record(z.string(), diskSchema) }), diskSchema])

/** The free space that a database reports; of a sharded one, that of the fullest shard. null if it reports
 *  nothing.
 *  @see https://www.mongodb.com/docs/manual/reference/command/dbStats/ */
export async function freeAtDatabase(db: mongo.Db): Promise<number | null> {
  const stats = statsSchema.safeParse(await db.command({ dbStats: 1 }))
  if (!stats.success) return null
  const disks = 'raw' in stats.data ? Object.values(stats.data.raw) : [stats.data]
  return Math.min(...disks.map(({ fsTotalSize, fsUsedSize }) => fsTotalSize - fsUsedSize))
}
