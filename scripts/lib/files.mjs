// Imported before and after an installation, so it uses Node's own modules only.
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { root } from './root.mjs'

/** One digest of the names and contents of files. */
export async function digestOf(files) {
  const hash = createHash('sha256')
  for (const file of files) {
    hash
      .update(relative(root, file))
      .update('\0')
      .update(await readFile(file))
      .update('\0')
  }
  return hash.digest('hex')
}

/** The files below a folder, or the file itself, without what is installed or built.
 *  @param isWanted gets each file and folder as a `Dirent` */
export async function filesBelow(path, isWanted) {
  const entries = await readdir(path, { withFileTypes: true }).catch((error) => {
    if (error.code === 'ENOTDIR') return null
    throw error
  })
  if (entries === null) return [path]
  const nested = await Promise.all(
    entries
      .filter((entry) => !['node_modules', 'dist', 'dist.new'].includes(entry.name) && isWanted(entry))
      .map((entry) =>
        entry.isDirectory() ? filesBelow(join(path, entry.name), isWanted) : [join(path, entry.name)],
      ),
  )
  return nested.flat().sort()
}
