import { randomBytes } from 'node:crypto'
import { link, mkdir, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { hasCode, StartError } from '../../base/failures'
import { identifyProcess, isRunning } from './processes'

const ownerSchema = z.object({ pid: z.number(), began: z.string() })

/** Creates the data folder, for its owner alone. @throws StartError */
export async function prepareDataDir(dataDir: string): Promise<void> {
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 })
    const probe = join(dataDir, `.probe-${randomBytes(6).toString('hex')}`)
    await writeFile(probe, '')
    await rm(probe)
  } catch (error) {
    throw new StartError(
      `The data folder ${dataDir} cannot be written. Set DATA_DIR to a folder that this user may write to.`,
      { cause: error },
    )
  }
}

/** Locks the data folder for this process. Each lock is a file with a number of its own, and the highest number counts.
 *  So no start ever removes a file that another one may just have made: a lock whose process is gone is followed by the
 *  next number, which only one start can link.
 *  @returns a function that releases the lock
 *  @throws StartError when another Pinmark has it */
export async function lockDataDir(dataDir: string): Promise<() => Promise<void>> {
  const self = await identifyProcess(process.pid)
  if (!self) throw new Error('This process is not in the list of processes.')
  const draft = join(dataDir, `lock-${randomBytes(6).toString('hex')}`)
  await writeFile(draft, JSON.stringify(self), { mode: 0o600 }).catch((error: unknown) => {
    if (!hasCode(error, 'ENOSPC')) throw error
    throw new StartError(
      `The disk of the data folder ${dataDir} is full. Free some of its space and try again.`,
    )
  })
  try {
    for (;;) {
      const [newest = 0, ...older] = await lockNumbers(dataDir)
      const owner = await ownerOf(lockPath(dataDir, newest))
      if (owner !== null) {
        throw new StartError(
          `The data folder ${dataDir} is in use by another Pinmark (process ${owner}). Stop that one, or set DATA_DIR to another folder.`,
        )
      }
      const path = lockPath(dataDir, newest + 1)
      // Linking is atomic, so that no process reads half a lock.
      if (!(await tryLink(draft, path))) continue
      if ((await lockNumbers(dataDir))[0] !== newest + 1) {
        // Between the two looks, other starts came, went and removed this number.
        await rm(path, { force: true })
        continue
      }
      for (const number of [newest, ...older]) await rm(lockPath(dataDir, number), { force: true })
      // The file stays, so that its number is not given out again.
      return () => emptyFile(path)
    }
  } finally {
    await rm(draft, { force: true })
  }
}

/** The process that has locked the data folder; null if none has. */
export async function dataDirOwner(dataDir: string): Promise<number | null> {
  const [newest = 0] = await lockNumbers(dataDir)
  return ownerOf(lockPath(dataDir, newest))
}

async function ownerOf(lock: string): Promise<number | null> {
  const owner = ownerSchema.safeParse(parseJson(await readLock(lock)))
  return owner.success && (await isRunning(owner.data)) ? owner.data.pid : null
}

/** The first version of Pinmark had one lock without a number. It counts as number 0. */
function lockPath(dataDir: string, number: number): string {
  return join(dataDir, number === 0 ? 'pinmark.lock' : `pinmark.lock.${number}`)
}

/** Highest first. */
async function lockNumbers(dataDir: string): Promise<number[]> {
  const names = await readdir(dataDir).catch((error: unknown) => {
    if (hasCode(error, 'ENOENT')) return []
    throw error
  })
  return names
    .flatMap((name) =>
      /^pinmark\.lock(?:\.(\d{1,15}))?$/.exec(name) ? [Number(name.split('.')[2] ?? 0)] : [],
    )
    .sort((one, other) => other - one)
}

/** The text of a lock; empty if there is none. */
async function readLock(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return ''
    throw error
  }
}

async function emptyFile(path: string): Promise<void> {
  try {
    await truncate(path)
  } catch (error) {
    // The whole data folder was removed.
    if (!hasCode(error, 'ENOENT')) throw error
  }
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
