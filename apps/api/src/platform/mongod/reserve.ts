import { open, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { freeOnDisk } from '../disk-room'
import { hasCode } from '../../base/has-code'
import { pause } from './processes'

/** A MongoDB that cannot write ends itself, and with it all reading and deleting. So a file holds some room back, which
 *  is given up when another program has filled the disk. Several journal files and checkpoints fit into it. */
const reserveBytes = 64 * 1024 * 1024
/** What a usual disk takes in between two looks. */
const releaseBelowBytes = reserveBytes
/** Well above what releasing it gives, so that it is not made and given up in turn. */
const makeAboveBytes = 4 * reserveBytes
const pieceBytes = 1024 * 1024
const lookEveryMs = 100
/** A server that is only tried out for a moment needs none. */
const firstAfterMs = 5_000

interface Keep {
  path: string
  onProgress: (line: string) => void
  until: AbortSignal
}

/** Makes the reserve once there is room for it, gives it up when the disk is full, and makes it again. */
export async function keepReserve({ path, onProgress, until }: Keep): Promise<void> {
  const makeAfter = Date.now() + firstAfterMs
  for (; !until.aborted; await pause(lookEveryMs, until)) {
    try {
      if (await releaseWhenFull(path)) {
        onProgress('The disk is full. Room was held back for this, so that reading and deleting go on.')
      } else if (Date.now() > makeAfter && (await freeOnDisk(dirname(path))) > makeAboveBytes) {
        await make(path, until)
      }
    } catch (error) {
      // Filled by others meanwhile.
      if (!hasCode(error, 'ENOSPC')) throw error
    }
  }
}

/** Gives the reserve up when the disk is full. @returns whether there was one to give */
export async function releaseWhenFull(path: string): Promise<boolean> {
  try {
    if ((await freeOnDisk(dirname(path))) >= releaseBelowBytes) return false
    await rm(path)
    return true
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return false
    throw error
  }
}

/** Writes the file unless it is whole. Its bytes are written one by one: room that is only announced can be taken. */
async function make(path: string, until: AbortSignal): Promise<void> {
  if ((await sizeOf(path)) === reserveBytes) return
  await using file = await open(path, 'w', 0o600)
  const piece = Buffer.alloc(pieceBytes, 'reserve ')
  for (let length = 0; length < reserveBytes && !until.aborted; length += pieceBytes) await file.write(piece)
}

async function sizeOf(path: string): Promise<number> {
  try {
    return (await stat(path)).size
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return 0
    throw error
  }
}
