import { arch, platform } from 'node:os'
import { join } from 'node:path'
import { MongoBinary } from 'mongodb-memory-server-core'
import { MongoBinaryDownloadUrl } from 'mongodb-memory-server-core/lib/util/MongoBinaryDownloadUrl'

const version = '8.0.13'
/** The download site answers within this time, or the next source is tried. */
const patienceMs = 7_000

/** Downloads MongoDB's own build for this system.
 *  @returns the path of `mongod`
 *  @throws when the site does not answer or has no build for this system */
export async function fetchOfficial(cacheDir: string, onProgress: (line: string) => void): Promise<string> {
  const url = await new MongoBinaryDownloadUrl({ platform: platform(), arch: arch(), version }).getDownloadUrl()
  const answer = await fetch(url, { method: 'HEAD', signal: AbortSignal.timeout(patienceMs) })
  if (!answer.ok) throw new Error(`The download of MongoDB was answered with status ${answer.status}.`)
  onProgress(`Downloading MongoDB ${version} (about 100 MB, once) ...`)
  return MongoBinary.getPath({ version, downloadDir: join(cacheDir, 'mongodb-official') })
}
