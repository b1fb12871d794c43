import { loadConfig, readEnvironment, type Config, type ConfigWithoutSecrets } from '../../config'
import { connectDatabase, disconnectDatabase, openForUpkeep, type Upkeep } from '../../mongo/database'
import { attachDatabase, openDatabase, type OpenDatabase } from '../../mongo/mongod/open-database'
import { isConnectionLost } from '../../mongo/raw-documents'
import { describeStartError, StartError } from '../../base/failures'
import { checkWasStarted } from '../../secrets'

/** Runs a program to its end, beside the server or while it is stopped. A failure prints one sentence and gives exit
 *  code 1. The first signal asks it to clean up and stop, the second one ends it at once. */
export async function runCommand(work: (signal: AbortSignal) => Promise<void>): Promise<void> {
  const ending = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => ending.abort(new StartError('Stopped before the end.')))
  }
  try {
    await work(ending.signal)
  } catch (error) {
    const isLost = isConnectionLost(error)
    console.error(
      isLost
        ? 'The connection to the database was lost. Run the command again when it is back.'
        : describeStartError(error),
    )
    process.exitCode = 1
  }
}

/** The settings of an instance that has been started before. @throws StartError */
export async function settingsOfInstance(): Promise<ConfigWithoutSecrets> {
  const settings = loadConfig(readEnvironment().environment)
  await checkWasStarted(settings)
  return settings
}

type DatabaseSettings = Pick<Config, 'mongodbUri' | 'mongodPath' | 'dataDir'>

interface ToolDatabase {
  /** `attach`: a running server may go on. `own`: refused while a server has the data folder. */
  as: 'attach' | 'own'
  program: string
}

/** Opens the database of the configuration for as long as `work` takes. */
export async function withDatabase(
  settings: DatabaseSettings,
  { as, program }: ToolDatabase,
  work: (db: Upkeep['db']) => Promise<void>,
): Promise<void> {
  await whileOpen(as === 'own' ? openDatabase : attachDatabase, settings, async ({ uri }) => {
    const { db, close } = await openForUpkeep(uri, program)
    try {
      await work(db)
    } finally {
      await close()
    }
  })
}

/** Attaches the models to the database of the configuration for as long as `work` takes; a server may run beside it. */
export async function withModels(
  settings: DatabaseSettings,
  work: (database: OpenDatabase) => Promise<void>,
): Promise<void> {
  await whileOpen(attachDatabase, settings, async (database) => {
    await connectDatabase(database.uri)
    try {
      await work(database)
    } finally {
      await disconnectDatabase()
    }
  })
}

async function whileOpen(
  open: typeof openDatabase,
  { mongodbUri, mongodPath, dataDir }: DatabaseSettings,
  work: (database: OpenDatabase) => Promise<void>,
): Promise<void> {
  const database = await open({
    dataDir,
    onProgress: (line) => console.error(line),
    ...(mongodbUri !== null && { mongodbUri }),
    ...(mongodPath !== null && { mongodPath }),
  })
  try {
    await work(database)
  } finally {
    await database.stop()
  }
}
