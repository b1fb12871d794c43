import { mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'
import { join } from 'node:path'
import { removeWithThisProcess } from './end-with-process'

const inMemory = '/dev/shm'
const prefix = 'pinmark-scratch-'
/** Several times the data of a test suite. */
const roomBytes = 6 * 1024 ** 3

/** Creates a folder for test data, which is removed when this process ends. It is in memory if there is
 *  enough: a database acknowledges a write after its journal is on the disk, and test data need not survive a
 *  power failure. */
export function scratchFolder(): string {
  const parent = hasRoomInMemory() ? inMemory : tmpdir()
  removeForgotten(parent)
  const folder = mkdtempSync(join(parent, `${prefix}${process.pid}-`))
  removeWithThisProcess(folder)
  return folder
}

function hasRoomInMemory(): boolean {
  if (process.platform !== 'linux' || freemem() < roomBytes) return false
  try {
    const { bavail, bsize } = statfsSync(inMemory)
    return bavail * bsize >= roomBytes && mayExecute()
  } catch {
    // This system has no such folder.
    return false
  }
}

/** Some tests start a program that they have written, which containers often forbid there. */
function mayExecute(): boolean {
  const mounts = readFileSync('/proc/mounts', 'utf8').split('\n')
  const options = mounts.map((line) => line.split(' ')).find(([, folder]) => folder === inMemory)?.[3]
  return options !== undefined && !options.split(',').includes('noexec')
}

/** Removes the folders of processes that were killed. */
function removeForgotten(parent: string): void {
  for (const name of readdirSync(parent)) {
    const [pid] = name.startsWith(prefix) ? name.slice(prefix.length).split('-') : []
    if (pid && !isRunning(Number(pid))) removeUnlessInUse(join(parent, name))
  }
}

/** A database outlives its killed process for a moment and still writes. A later call removes its folder. */
function removeUnlessInUse(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOTEMPTY')) throw error
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
