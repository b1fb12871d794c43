import { accessSync, constants, mkdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'

/** The folder for a downloaded `mongod`: PINMARK_CACHE_DIR, else the user's cache, else beside the project. */
export function cacheDir(): string {
  const chosen = process.env['PINMARK_CACHE_DIR']
  const candidates = [chosen, cacheInHome(), resolve('.cache')]
  for (const candidate of candidates) {
    if (candidate && isWritable(candidate)) return candidate
  }
  return resolve('.cache')
}

function cacheInHome(): string | undefined {
  try {
    return homedir() && join(homedir(), '.cache', 'pinmark')
  } catch {
    // In a container, the user may have neither HOME nor an entry in the list of users.
    return undefined
  }
}

function isWritable(folder: string): boolean {
  try {
    mkdirSync(folder, { recursive: true })
    accessSync(folder, constants.W_OK)
    return true
  } catch {
    // The folder cannot be used, so the next one is tried.
    return false
  }
}
