import { join } from 'node:path'
import { toOneLine } from './to-one-line'

/** The newest patch of the series, and not below the one in minimum-version.ts. */
const version = '8.0.30'
const site = 'https://fastdl.mongodb.org/'
/** If the download site does not answer within this time, the next source is tried. */
const patienceMs = 7_000

/** Downloads MongoDB's own build for this system, compared with the checksum the site publishes.
 *  @returns the path of `mongod`
 *  @throws when the site does not answer or has no build for this system */
export async function fetchOfficial(cacheDir: string, onProgress: (line: string) => void): Promise<string> {
  onProgress('Searching for MongoDB on its download site ...')
  await reach()
  onProgress(`Downloading MongoDB ${version} (about 100 MB, once) ...`)
  // Imported only here, because it is large and needed at most once on a machine.
  const { MongoBinary } = await import('mongodb-memory-server-core')
  return MongoBinary.getPath({ version, downloadDir: officialDir(cacheDir), checkMD5: true })
}

/** Folder for downloaded binaries. */
export function officialDir(cacheDir: string): string {
  return join(cacheDir, 'mongodb-official')
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
