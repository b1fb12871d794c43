import { randomUUID } from 'node:crypto'
import { mkdir, open, rm, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '@pinmark/shared/errors'
import { hasCode } from '../base/has-code'
import { hasRoom, type DiskRoom } from './disk-room'

interface SpoolOptions {
  folder: string
  room: DiskRoom
  /** Answers that may wait for readers of one network. */
  ofNetwork: number
  inAll: number
}

const pieceBytes = 64 * 1024

/** Large answers that are made as a whole wait for their readers on disk: each would lie in memory for as long as its reader
 *  takes. The files have no name, so that nothing is left of them after a crash. */
export class Spool {
  readonly #options: SpoolOptions
  readonly #held = new Map<string, number>()
  #heldInAll = 0

  constructor(options: SpoolOptions) {
    this.#options = options
  }

  /** Makes the bytes if there is a place for them, and gives them out in pieces. The place is taken until the reader of the
   *  pieces has returned.
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
      return piecesOf(file, leave)
    } catch (error) {
      leave()
      throw hasCode(error, 'ENOSPC') ? new AppError('no_room_left', { cause: error }) : error
    }
  }

  #take(network: string): () => void {
    const { ofNetwork, inAll, room } = this.#options
    const held = this.#held.get(network) ?? 0
    if (held >= ofNetwork || this.#heldInAll >= inAll) {
      throw new AppError('images_busy', { retryAfterSeconds: 5 })
    }
    if (!hasRoom(room)) throw new AppError('no_room_left')
    const count = (change: 1 | -1) => {
      const now = (this.#held.get(network) ?? 0) + change
      if (now === 0) this.#held.delete(network)
      else this.#held.set(network, now)
      this.#heldInAll += change
    }
    count(1)
    return () => count(-1)
  }

  async #nameless(): Promise<FileHandle> {
    const { folder } = this.#options
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const path = join(folder, randomUUID())
    const file = await open(path, 'wx+', 0o600)
    await rm(path)
    return file
  }
}

/** Not a generator: one that was never read would not close its file. */
function piecesOf(file: FileHandle, leave: () => void): AsyncIterable<Buffer> {
  let at = 0
  let isClosed = false
  const end = async () => {
    if (!isClosed) {
      isClosed = true
      leave()
      await file.close()
    }
    return { done: true, value: undefined } as const
  }
  const next = async () => {
    if (isClosed) return end()
    const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(pieceBytes), 0, pieceBytes, at)
    at += bytesRead
    return bytesRead === 0 ? end() : { value: buffer.subarray(0, bytesRead) }
  }
  return { [Symbol.asyncIterator]: () => ({ next, return: end }) }
}
