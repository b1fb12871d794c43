import { randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '@pinmark/shared/errors'
import { type DiskRoom, hasRoom } from '../../base/disk-room'
import { hasCode } from '../../base/failures'
import { newPublicId } from '../../base/ids'
import type { Config } from '../../config'

interface SpoolOptions {
  folder: string
  room: DiskRoom
  /** Maximum number of waiting answers of one network. */
  ofNetwork: number
  inAll: number
}

const pieceBytes = 64 * 1024

/** A file whose reader has not finished. */
interface HeldFile {
  network: string
  /** Gives up its place; the next piece fails. */
  giveWay: () => void
}

/** Large answers that are made as a whole wait for their readers on disk, because in memory each would stay
 *  as long as its reader takes. The files have no name, so that nothing of them is left after a crash. */
export class Spool {
  readonly #options: SpoolOptions
  readonly #held = new Map<string, number>()
  /** Oldest first. */
  readonly #files = new Set<HeldFile>()
  #heldInAll = 0

  constructor(options: SpoolOptions) {
    this.#options = options
  }

  /** Makes the bytes if there is a place for them, and gives them out in pieces. The place is taken until the reader of the
   *  pieces has returned. Once all places are taken, the oldest of the network with the most gives way to a network that has
   *  at least two fewer, so that a few networks whose readers do not read keep out nobody else.
   *  @throws AppError images_busy, no_room_left, and what `make` throws */
  async hold(network: string, make: () => Promise<Buffer>): Promise<AsyncIterable<Buffer>> {
    const leave = this.#take(network)
    try {
      const file = await this.#nameless()
      try {
        await file.writeFile(await make())
      } catch (error) {
        await file.close()
        throw error
      }
      return this.#piecesOf(network, file, leave)
    } catch (error) {
      leave()
      throw hasCode(error, 'ENOSPC') ? new AppError('no_room_left', { cause: error }) : error
    }
  }

  #take(network: string): () => void {
    const { ofNetwork, inAll, room } = this.#options
    if (!hasRoom(room)) throw new AppError('no_room_left')
    const held = this.#held.get(network) ?? 0
    if (held >= ofNetwork || (this.#heldInAll >= inAll && !this.#makeRoom(held))) {
      throw new AppError('images_busy', { retryAfterSeconds: 5 })
    }
    const count = (change: 1 | -1) => {
      const now = (this.#held.get(network) ?? 0) + change
      if (now === 0) this.#held.delete(network)
      else this.#held.set(network, now)
      this.#heldInAll += change
    }
    count(1)
    return () => count(-1)
  }

  /** @param held number of places of the network that asks for one more */
  #makeRoom(held: number): boolean {
    const byNetwork = new Map<string, HeldFile[]>()
    for (const file of this.#files)
      byNetwork.set(file.network, [...(byNetwork.get(file.network) ?? []), file])
    const most = [...byNetwork.values()].reduce((one, other) => (other.length > one.length ? other : one), [])
    if (most.length < held + 2) return false
    most[0]?.giveWay()
    return true
  }

  async #nameless(): Promise<FileHandle> {
    const { folder } = this.#options
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const path = join(folder, randomUUID())
    const file = await open(path, 'wx+', 0o600)
    await rm(path)
    return file
  }

  /** No generator, because an unread generator would not close its file. */
  #piecesOf(network: string, file: FileHandle, leave: () => void): AsyncIterable<Buffer> {
    let at = 0
    let state: 'open' | 'ended' | 'gaveWay' = 'open'
    const close = async (next: 'ended' | 'gaveWay') => {
      if (state !== 'open') return
      state = next
      this.#files.delete(held)
      leave()
      await file.close()
    }
    // A failed close of a file without a name has no consequence.
    const held = { network, giveWay: () => void close('gaveWay').catch(() => undefined) }
    this.#files.add(held)
    const end = async () => {
      await close('ended')
      return { done: true, value: undefined } as const
    }
    const next = async () => {
      if (state === 'gaveWay') throw new AppError('images_busy', { retryAfterSeconds: 5 })
      if (state === 'ended') return end()
      const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(pieceBytes), 0, pieceBytes, at)
      at += bytesRead
      return bytesRead === 0 ? end() : { value: buffer.subarray(0, bytesRead) }
    }
    return { [Symbol.asyncIterator]: () => ({ next, return: end }) }
  }
}

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
