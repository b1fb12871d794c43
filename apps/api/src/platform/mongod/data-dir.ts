import { randomBytes } from 'node:crypto'
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { StartError } from '../start-error'
import { hasCode } from '../../base/has-code'
import { identifyProcess, isRunning } from './processes'

const ownerSchema = z.object({ pid: z.number(), began: z.string() })

/** Creates the data folder, for its owner alone. @throws StartError */
export async function prepareDataDir(dataDir: string): Promise<void> {
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 })
    const probe = join(dataDir, `.probe-${process.pid}`)
    await writeFile(probe, '')
    await rm(probe)
  } catch (error) {
    throw new StartError(
      `The data folder ${dataDir} cannot be written. Set DATA_DIR to a folder that this user may write to.`,
      { cause: error },
    )
  }
}

/** Locks the data folder for this process. The lock of a process that no longer runs is ignored.
 *  @returns a function that releases it
 *  @throws StartError when another Pinmark has it */
export async function lockDataDir(dataDir: string): Promise<() => Promise<void>> {
  const path = lockPath(dataDir)
  const self = await identifyProcess(process.pid)
  if (!self) throw new Error('This process is not in the list of processes.')
  const own = `${path}.${randomBytes(6).toString('hex')}`
  await writeFile(own, JSON.stringify(self), { mode: 0o600 }).catch((error: unknown) => {
    if (!hasCode(error, 'ENOSPC')) throw error
    throw new StartError(
      `The disk of the data folder ${dataDir} is full. Free some of its space and try again.`,
    )
  })
  try {
    for (let tries = 0; tries < 10; tries += 1) {
      // Linking is atomic, so that no process reads half a lock.
      if (await tryLink(own, path)) return () => rm(path, { force: true })
      const lock = await readLock(path)
      if (lock === null) continue
      const ownerPid = await runningOwner(lock)
      if (ownerPid !== null) {
        throw new StartError(
          `The data folder ${dataDir} is in use by another Pinmark (process ${ownerPid}). Stop that one, or set DATA_DIR to another folder.`,
        )
      }
      await removeStale(path, lock, `${own}.stale`)
    }
    throw new StartError(`The data folder ${dataDir} is requested by several concurrent starts. Try again.`)
  } finally {
    await rm(own, { force: true })
  }
}

/** The process that has locked the data folder; null if none has. */
export async function dataDirOwner(dataDir: string): Promise<number | null> {
  const lock = await readLock(lockPath(dataDir))
  return lock === null ? null : runningOwner(lock)
}

function lockPath(dataDir: string): string {
  return join(dataDir, 'pinmark.lock')
}

async function readLock(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    // It was released a moment ago.
    if (hasCode(error, 'ENOENT')) return null
    throw error
  }
}

async function runningOwner(lock: string): Promise<number | null> {
  const owner = ownerSchema.safeParse(parseJson(lock))
  return owner.success && (await isRunning(owner.data)) ? owner.data.pid : null
}

/** The value of a JSON text, or null if it is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

async function tryLink(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to)
    return true
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false
    throw error
  }
}

/** Moves a stale lock away. If another start has replaced it in between, that lock is put back. Even if it
 *  were lost, MongoDB's own lock on the files keeps two databases apart. */
async function removeStale(path: string, staleLock: string, aside: string): Promise<void> {
  try {
    await rename(path, aside)
  } catch (error) {
    // Another start was faster. The next round sees its lock.
    if (hasCode(error, 'ENOENT')) return
    throw error
  }
  if ((await readFile(aside, 'utf8')) !== staleLock) await tryLink(aside, path)
  await rm(aside)
}
