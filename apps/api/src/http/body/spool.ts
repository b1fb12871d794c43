import { randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '@pinmark/shared/errors'
import { type DiskRoom, hasRoom } from '../../base/disk-room'
import { hasCode } from '../../base/failures'
import { newPublicId } from '../../base/ids'
import type { SharedPlaces } from '../../base/shared-places'
import type { Config } from '../../config'

interface SpoolOptions {
  folder: string
  room: DiskRoom
  /** Of answers that wait for their readers. */
  places: SharedPlaces
}

const pieceBytes = 64 * 1024

/** Large answers that are made as a whole wait for their readers on disk, because in memory each would stay
 *  as long as its reader takes. The files have no name, so that nothing of them is left after a crash. */
export class Spool {
  constructor(private readonly options: SpoolOptions) {}

  /** Makes the bytes if there is a place for them, and gives them out in pieces. The place is taken until the reader of the
   *  pieces has returned. When it is given to another network, the next piece fails.
   *  @throws AppError images_busy, no_room_left, and what `make` throws */
  async hold(network: string, make: () => Promise<Buffer>): Promise<AsyncIterable<Buffer>> {
    const { places, room } = this.options
    if (!hasRoom(room)) throw new AppError('no_room_left')
    if (!places.hasRoom(network)) throw busy()
    const evicted = new AbortController()
    const leave = places.take(network, () => evicted.abort())
    try {
      const file = await this.#nameless()
      try {
        await file.writeFile(await make())
      } catch (error) {
        await file.close()
        throw error
      }
      return piecesOf(file, evicted.signal, leave)
    } catch (error) {
      leave()
      throw hasCode(error, 'ENOSPC') ? new AppError('no_room_left', { cause: error }) : error
    }
  }

  async #nameless(): Promise<FileHandle> {
    const { folder } = this.options
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const path = join(folder, randomUUID())
    const file = await open(path, 'wx+', 0o600)
    await rm(path)
    return file
  }
}

/** No generator, because an unread generator would not close its file. */
function piecesOf(file: FileHandle, evicted: AbortSignal, leave: () => void): AsyncIterable<Buffer> {
  let at = 0
  let isOpen = true
  const close = async () => {
    if (!isOpen) return
    isOpen = false
    leave()
    await file.close()
  }
  // A failed close of a file without a name has no consequence.
  const closeNow = () => void close().catch(() => undefined)
  if (evicted.aborted) closeNow()
  else evicted.addEventListener('abort', closeNow)
  const end = async () => {
    await close()
    return { done: true, value: undefined } as const
  }
  const next = async () => {
    if (evicted.aborted) throw busy()
    if (!isOpen) return end()
    const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(pieceBytes), 0, pieceBytes, at)
    at += bytesRead
    return bytesRead === 0 ? end() : { value: buffer.subarray(0, bytesRead) }
  }
  return { [Symbol.asyncIterator]: () => ({ next, return: end }) }
}

const busy = () => new AppError('images_busy', { retryAfterSeconds: 5 })

/** Longer than an upload takes to arrive and to be stored. */
const longestMs = 60 * 60_000

const folderOf = ({ dataDir }: Pick<Config, 'dataDir'>) => join(dataDir, 'uploads')

/** Gives an upload a folder of its own, and removes it afterwards. */
export async function inUploadFolder<T>(
  config: Pick<Config, 'dataDir'>,
  work: (folder: string) => Promise<T>,
): Promise<T> {
  const folder = join(folderOf(config), newPublicId())
  await mkdir(folder, { recursive: true, mode: 0o700 })
  try {
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Infinity for what another process has removed meanwhile. */
async function changedAt(path: string): Promise<number> {
  try {
    return (await stat(path)).mtimeMs
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return Number.POSITIVE_INFINITY
    throw error
  }
}

/** Removes what a killed process has left. Only a process with an embedded database has its data folder for itself. */
export async function removeLeftUploads(config: Pick<Config, 'dataDir' | 'mongodbUri'>): Promise<void> {
  const latest = config.mongodbUri === null ? Number.POSITIVE_INFINITY : Date.now() - longestMs
  const folder = folderOf(config)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    if ((await changedAt(path)) < latest) await rm(path, { recursive: true, force: true })
  }
}
