import { randomBytes } from 'node:crypto'
import { open, rm, stat, truncate } from 'node:fs/promises'
import { dirname } from 'node:path'
import { freeOnDisk } from '../disk-room'
import { hasCode } from '../../base/has-code'
import { pause } from './processes'
import { toOneLine } from './to-one-line'

/** MongoDB stops when it cannot write, and then reads and deletions fail too. So a file reserves some space,
 *  which is released when another program has filled the disk. The reserve is larger than several journal
 *  files and checkpoints. */
const runningBytes = 64 * 1024 * 1024
/** The part that is released only for a start. The program that fills the disk may take the other part too,
 *  and a start writes a journal file of 16 MB and a checkpoint before it can read. */
const startBytes = 32 * 1024 * 1024
const wholeBytes = runningBytes + startBytes
/** More than a usual program writes between two checks. */
const releaseBelowBytes = runningBytes
/** Well above the size of the reserve, so that it is not created and released in turn. */
const makeAboveBytes = 4 * runningBytes
const pieceBytes = 1024 * 1024
const lookEveryMs = 100
/** Time before the file is written, because a server that is only tried out for a moment needs none. */
const firstAfterMs = 5_000
const afterFailureMs = 60_000

interface Keep {
  path: string
  onProgress: (line: string) => void
  until: AbortSignal
}

/** Creates the reserve when there is space for it, releases a running MongoDB's part when the disk is full,
 *  and fills it again. An error is reported once, and does not end the watch. */
export async function keepReserve({ path, onProgress, until }: Keep): Promise<void> {
  let makeAfter = Date.now() + firstAfterMs
  let reported = ''
  for (; !until.aborted; await pause(lookEveryMs, until)) {
    try {
      if (await releaseWhenFull(path, 'running')) {
        onProgress('The disk is full. Reserved space was released, so that reading and deleting still work.')
      } else if (Date.now() > makeAfter && (await freeOnDisk(dirname(path))) > makeAboveBytes) {
        await make(path, until)
      }
    } catch (error) {
      makeAfter = Date.now() + afterFailureMs
      const report = `The reserve for a full disk is not kept: ${toOneLine(error)}`
      // Other programs may have filled the disk meanwhile.
      if (!hasCode(error, 'ENOSPC') && report !== reported) onProgress((reported = report))
    }
  }
}

/** Releases the reserve when the disk is full: one part for a running MongoDB, everything for a start.
 *  @returns whether there was something to release */
export async function releaseWhenFull(path: string, to: 'running' | 'start'): Promise<boolean> {
  const kept = to === 'start' ? 0 : startBytes
  if ((await sizeOf(path)) <= kept) return false
  if ((await freeOnDisk(dirname(path))) >= releaseBelowBytes) return false
  if (kept === 0) await rm(path)
  else await truncate(path, kept)
  return true
}

/** Writes the file unless it is complete. All bytes are written, because other programs can take space that
 *  is only announced, and they are random, because some file systems compress. */
async function make(path: string, until: AbortSignal): Promise<void> {
  if ((await sizeOf(path)) === wholeBytes) return
  await using file = await open(path, 'w', 0o600)
  const piece = randomBytes(pieceBytes)
  try {
    for (let length = 0; length < wholeBytes && !until.aborted; length += pieceBytes) await file.write(piece)
  } catch (error) {
    // A disk whose quota is used up has free space, so nothing would release the file.
    if (hasCode(error, 'EDQUOT')) await file.truncate()
    throw error
  }
}

/** An unreadable file reserves nothing. If the folder itself is broken, other writes report it. */
async function sizeOf(path: string): Promise<number> {
  try {
    return (await stat(path)).size
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ENOTDIR', 'EACCES')) return 0
    throw error
  }
}
