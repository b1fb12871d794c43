import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { StartError } from '../start-error'
import { hasCode, identify, isRunning, type ProcessIdentity } from './processes'

const ownerSchema = z.object({ pid: z.number(), began: z.string() })

/** Makes the data folder, for its owner alone. @throws StartError */
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

/** Takes the data folder for this process. A lock left by a process that is gone counts for nothing.
 *  @returns a function that gives it back
 *  @throws StartError when another Pinmark has it */
export async function lockDataDir(dataDir: string): Promise<() => Promise<void>> {
  const path = join(dataDir, 'pinmark.lock')
  const self = await identify(process.pid)
  if (!self) throw new Error('This process is not in the list of processes.')
  const own = `${path}.${process.pid}`
  await writeFile(own, JSON.stringify(self), { mode: 0o600 })
  try {
    for (let tries = 0; tries < 5; tries += 1) {
      // A link is made whole or not at all, so nobody ever reads half a lock.
      if (await tryLink(own, path)) return () => rm(path, { force: true })
      const owner = await readIdentity(path)
      if (owner && (await isRunning(owner))) {
        throw new StartError(
          `The data folder ${dataDir} is in use by another Pinmark (process ${owner.pid}). Stop that one, or set another DATA_DIR.`,
        )
      }
      await moveAside(path)
    }
    throw new StartError(`The data folder ${dataDir} is being taken by several starts at once. Try again.`)
  } finally {
    await rm(own, { force: true })
  }
}

/** Reads a process from a JSON file, or null when there is no such file or it holds something else. */
export async function readIdentity(path: string): Promise<ProcessIdentity | null> {
  try {
    const result = ownerSchema.safeParse(JSON.parse(await readFile(path, 'utf8')))
    return result.success ? result.data : null
  } catch (error) {
    if (hasCode(error, 'ENOENT') || error instanceof SyntaxError) return null
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

async function moveAside(path: string): Promise<void> {
  const aside = `${path}.stale-${process.pid}`
  try {
    await rename(path, aside)
    await rm(aside, { force: true })
  } catch (error) {
    // Another start was quicker; the next round sees what it left.
    if (!hasCode(error, 'ENOENT')) throw error
  }
}
