import { open, rm, stat, truncate } from 'node:fs/promises'
import { dirname } from 'node:path'
import { freeOnDisk } from '../disk-room'
import { hasCode } from '../../base/has-code'
import { pause } from './processes'

/** A MongoDB that cannot write ends itself, and with it all reading and deleting. So a file holds some room back, which
 *  is given up when another program has filled the disk. Several journal files and checkpoints fit into it. */
const runningBytes = 64 * 1024 * 1024
/** The part that only a start gets. The program that fills the disk may take the other part as well, and a start
 *  writes a journal file of 16 MB and a checkpoint before it can read. */
const startBytes = 32 * 1024 * 1024
const wholeBytes = runningBytes + startBytes
/** What a usual disk takes in between two looks. */
const releaseBelowBytes = runningBytes
/** Well above what releasing it gives, so that it is not made and given up in turn. */
const makeAboveBytes = 4 * runningBytes
const pieceBytes = 1024 * 1024
const lookEveryMs = 100
/** A server that is only tried out for a moment needs none. */
const firstAfterMs = 5_000

interface Keep {
  path: string
  onProgress: (line: string) => void
  until: AbortSignal
}

/** Makes the reserve once there is room for it, gives a running MongoDB its part when the disk is full, and makes it
 *  whole again. */
export async function keepReserve({ path, onProgress, until }: Keep): Promise<void> {
  const makeAfter = Date.now() + firstAfterMs
  for (; !until.aborted; await pause(lookEveryMs, until)) {
    try {
      if (await releaseWhenFull(path, 'running')) {
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

/** Gives the reserve up when the disk is full: to a running MongoDB its part, to one that starts everything.
 *  @returns whether there was something to give */
export async function releaseWhenFull(path: string, to: 'running' | 'start'): Promise<boolean> {
  const kept = to === 'start' ? 0 : startBytes
  if ((await sizeOf(path)) <= kept) return false
  if ((await freeOnDisk(dirname(path))) >= releaseBelowBytes) return false
  if (kept === 0) await rm(path)
  else await truncate(path, kept)
  return true
}

/** Writes the file unless it is whole. Its bytes are written one by one: room that is only announced can be taken. */
async function make(path: string, until: AbortSignal): Promise<void> {
  if ((await sizeOf(path)) === wholeBytes) return
  await using file = await open(path, 'w', 0o600)
  const piece = Buffer.alloc(pieceBytes, 'reserve ')
  for (let length = 0; length < wholeBytes && !until.aborted; length += pieceBytes) await file.write(piece)
}

/** A file that cannot be seen holds nothing back. When the folder itself is at fault, those who write to it say so. */
async function sizeOf(path: string): Promise<number> {
  try {
    return (await stat(path)).size
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ENOTDIR', 'EACCES')) return 0
    throw error
  }
}
