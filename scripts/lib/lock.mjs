// Also used before anything is installed, so it uses Node's own modules only.
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { root } from './root.mjs'

/** Longer than an installation or a build takes. */
const longestMs = 30 * 60_000
/** A process writes its id into its lock within this time. */
const namelessMs = 5_000
const askAgainMs = 300

/** Does `work` while no other process does it in this folder. `onWait` gets the path of the lock, once. */
export async function withLock(name, onWait, work) {
  const path = join(root, name)
  let hasWaited = false
  while (!take(path)) {
    if (isAbandoned(path)) {
      rmSync(path, { force: true })
      continue
    }
    if (!hasWaited) onWait(path)
    hasWaited = true
    await setTimeout(askAgainMs)
  }
  const release = () => {
    if (readIfThere(path) === String(process.pid)) rmSync(path, { force: true })
  }
  // The work may end the process.
  process.once('exit', release)
  try {
    return await work()
  } finally {
    process.off('exit', release)
    release()
  }
}

function take(path) {
  try {
    writeFileSync(path, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (error.code === 'EEXIST') return false
    throw error
  }
}

/** Whether an interrupted process left the lock: it is gone, or it never wrote its id. Containers use the same few ids
 *  again, so the id may be that of this process, or that of another one for a long time. */
function isAbandoned(path) {
  const ageMs = Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now())
  const pid = Number(readIfThere(path))
  if (!pid) return ageMs > namelessMs
  return pid === process.pid || ageMs > longestMs || !isAlive(pid)
}

function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

/** The text of a file, or null if there is none. */
export function readIfThere(path) {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (error.code === 'ENOENT') return null
    throw error
  }
}
