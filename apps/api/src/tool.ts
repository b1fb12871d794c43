import type { Config } from './config'
import { openForUpkeep, type Upkeep } from './platform/database'
import { attachDatabase, openDatabase } from './platform/mongod/open-database'
import { isConnectionLost } from './platform/raw-documents'
import { StartError } from './platform/start-error'

/** Runs a program that works beside the server, or in its place, and ends by itself: a failure is one sentence and
 *  exit code 1. A signal asks it to clean up and stop; a second one ends it at once. */
export async function runTool(work: (signal: AbortSignal) => Promise<void>): Promise<void> {
  const ending = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => ending.abort(new StartError('Stopped before the end.')))
  }
  try {
    await work(ending.signal)
  } catch (error) {
    console.error(explain(error))
    process.exitCode = 1
  }
}

interface ToolDatabase {
  /** `attach`: a running server may go on. `own`: refused while one has the data folder. */
  as: 'attach' | 'own'
  program: string
}

/** Opens the database of the configuration for as long as `work` takes. */
export async function withDatabase(
  { mongodbUri, mongodPath, dataDir }: Pick<Config, 'mongodbUri' | 'mongodPath' | 'dataDir'>,
  { as, program }: ToolDatabase,
  work: (db: Upkeep['db']) => Promise<void>,
): Promise<void> {
  const open = as === 'own' ? openDatabase : attachDatabase
  const database = await open({
    dataDir,
    onProgress: (line) => console.error(line),
    ...(mongodbUri !== null && { mongodbUri }),
    ...(mongodPath !== null && { mongodPath }),
  })
  try {
    const { db, close } = await openForUpkeep(database.uri, program)
    try {
      await work(db)
    } finally {
      await close()
    }
  } finally {
    await database.stop()
  }
}

function explain(error: unknown): unknown {
  if (error instanceof StartError) return error.message
  if (isConnectionLost(error)) return 'The database went away. Run the command again when it is back.'
  return error
}
