import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { toOneLine } from './to-one-line'

/** The newest patch of the series, and not below the one in minimum-version.ts. */
const version = '8.0.30'
const site = 'https://fastdl.mongodb.org/'
/** If the download site does not answer within this time, the next source is tried. */
const patienceMs = 7_000

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
    await fetch(site, { method: 'HEAD', signal: AbortSignal.timeout(patienceMs) })
  } catch (error) {
    throw new Error(`${site} does not answer (${toOneLine(error)}).`, { cause: error })
  }
}
