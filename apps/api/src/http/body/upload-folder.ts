import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { newPublicId } from '../../base/public-id'
import type { Config } from '../../config'

/** Longer than an upload takes to arrive and to be stored. */
const longestMs = 60 * 60_000

const folderOf = ({ dataDir }: Pick<Config, 'dataDir'>) => join(dataDir, 'uploads')

/** Gives an upload a folder of its own, and removes it afterwards. */
export async function inUploadFolder<T>(
  config: Pick<Config, 'dataDir'>,
  work: (folder: string) => Promise<T>,
): Promise<T> {
  const folder = join(folderOf(config), newPublicId())
  await mkdir(folder, { recursive: true, mode: 0o700 })
  try {
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Removes what a killed process has left. Only a process with an embedded database has its data folder for itself. */
export async function removeLeftUploads(config: Pick<Config, 'dataDir' | 'mongodbUri'>): Promise<void> {
  const latest = config.mongodbUri === null ? Number.POSITIVE_INFINITY : Date.now() - longestMs
  const folder = folderOf(config)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    if ((await stat(path)).mtimeMs < latest) await rm(path, { recursive: true, force: true })
  }
}
