import { access, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { typedCommand } from './base/failures'
import { hasCode, StartError } from './base/failures'
import type { Config, ConfigWithoutSecrets } from './config'
import { mongodFiles } from './mongo/mongod/kept-files'
import { keptSecret } from './base/secrets'

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
