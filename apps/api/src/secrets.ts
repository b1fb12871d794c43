import { randomBytes } from 'node:crypto'
import { access, link, mkdir, open, readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { typedCommand, hasCode, StartError } from './base/failures'
import type { Config, ConfigWithoutSecrets } from './config'
import { mongodFiles } from './mongo/mongod/kept-files'
import { minSecretBytes } from './config-values'

const jwtFile = 'jwt-secret'
const pepperFile = 'password-pepper'

/** Refuses a data folder that has lost its database. Otherwise Pinmark would start empty, and any visitor could
 *  register as the first account. The database is created before the secrets, so an interrupted first start is not
 *  refused.
 *  @throws StartError */
export async function checkDatabaseIsThere({
  dataDir,
  mongodbUri,
}: Pick<Config, 'dataDir' | 'mongodbUri'>): Promise<void> {
  const { data, memory } = mongodFiles(dataDir)
  if (mongodbUri !== null || !(await isMissingOrEmpty(data))) return
  const kept: string[] = []
  for (const file of [join(dataDir, jwtFile), join(dataDir, pepperFile), memory]) {
    if (!(await isMissing(file))) kept.push(file)
  }
  if (kept.length === 0) return
  throw new StartError(
    `The data folder ${dataDir} belongs to a Pinmark whose database is missing: ${data} is missing or empty. ` +
      `Put that folder back, or run "${typedCommand('restore', 'FILE')}" with a backup. To start without any data, delete ${kept.join(' and ')}.`,
  )
}

/** Refuses a data folder without a database, for a command that works on what is stored. Otherwise one in a wrong folder, or
 *  beside a lost database, would make an empty database and work on that.
 *  @throws StartError */
export async function checkWasStarted(config: Pick<Config, 'dataDir' | 'mongodbUri'>): Promise<void> {
  await checkDatabaseIsThere(config)
  if (config.mongodbUri !== null || !(await isMissingOrEmpty(mongodFiles(config.dataDir).data))) return
  throw new StartError(
    `The data folder ${config.dataDir} does not contain a database. Run this command in the folder in which Pinmark is started, or set DATA_DIR.`,
  )
}

async function isMissingOrEmpty(folder: string): Promise<boolean> {
  try {
    return (await readdir(folder)).length === 0
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return true
    throw error
  }
}

async function isMissing(file: string): Promise<boolean> {
  try {
    await access(file)
    return false
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return true
    throw error
  }
}

/** The configuration with every secret: those that are set, and the others from the data folder. */
export async function withSecrets(config: ConfigWithoutSecrets): Promise<Config> {
  const { jwt, jwtPrevious, pepper } = config.secrets
  return {
    ...config,
    secrets: {
      jwt: jwt ?? (await keptSecret(config.dataDir, jwtFile)),
      jwtPrevious,
      pepper: pepper ?? (await keptSecret(config.dataDir, pepperFile)),
    },
  }
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
