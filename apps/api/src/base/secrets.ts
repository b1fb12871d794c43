import { randomBytes } from 'node:crypto'
import { link, mkdir, open, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { hasCode, StartError } from './failures'

export const minSecretBytes = 32

/** Secrets from examples, and texts with too little variety to be random. */
export function isWeakSecret(text: string): boolean {
  return (
    Buffer.byteLength(text) < minSecretBytes ||
    new Set(text).size < 12 ||
    /secret|password|change.?me|example|pinmark|default|your.?key|lorem|qwerty|0123456789|abcdefghij/i.test(
      text,
    )
  )
}

/** The secret stored under `name` in the data folder. It is generated at the first start and readable by this
 *  user alone. Two processes that start at once get the same one.
 *  @throws StartError when it cannot be stored or is truncated */
export async function keptSecret(dataDir: string, name: string): Promise<string> {
  const file = join(dataDir, name)
  try {
    return await readSecret(file)
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) throw error
  }
  const draft = `${file}.${process.pid}.${randomBytes(6).toString('hex')}`
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 })
    await writeDurably(draft, randomBytes(48).toString('base64url'))
    // A link fails when the file exists already: the first process has chosen the secret.
    await link(draft, file)
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) {
      throw new StartError(`${file} cannot be written. Make DATA_DIR a folder that this user may write to.`, {
        cause: error,
      })
    }
  } finally {
    await rm(draft, { force: true })
  }
  return readSecret(file)
}

async function writeDurably(file: string, text: string): Promise<void> {
  const handle = await open(file, 'wx', 0o600)
  try {
    await handle.writeFile(text)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function readSecret(file: string): Promise<string> {
  const { mode } = await stat(file)
  if (process.platform !== 'win32' && (mode & 0o077) !== 0) {
    throw new StartError(`${file} can be read by other users of this machine. Run "chmod 600 ${file}" first.`)
  }
  const text = (await readFile(file, 'utf8')).trim()
  if (Buffer.byteLength(text) < minSecretBytes) {
    throw new StartError(`${file} is damaged. Restore it from a backup, or delete it to generate a new one.`)
  }
  return text
}
