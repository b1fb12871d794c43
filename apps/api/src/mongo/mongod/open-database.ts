import { resolve } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { StartError } from '../../base/failures'
import { cacheDir, findMongod } from './find-mongod'
import { checkDeployment } from './check-deployment'
import { dataDirOwner, lockDataDir, prepareDataDir } from './data-dir'
import { checkNoneRunsUnseen, runEmbeddedMongod, runningUri } from './embedded-mongod'
import { mongodFiles } from './kept-files'

/** How long a command-line program waits for a database that the server restarts. */
const restartPatienceMs = 60_000
const askAgainMs = 200

export interface DatabaseOptions {
  mongodbUri?: string
  mongodPath?: string
  dataDir: string
  onProgress: (line: string) => void
}

export interface OpenDatabase {
  uri: string
  /** For the summary printed at the start. */
  description: string
  /** The folder of the embedded MongoDB's files; null if it runs elsewhere. */
  path: string | null
  stop(): Promise<void>
}

/** Finds the MongoDB to use: the one of MONGODB_URI, or an embedded one with its files in the data folder.
 *  @throws StartError whose message says what to do */
export async function openDatabase(options: DatabaseOptions): Promise<OpenDatabase> {
  const dataDir = resolve(options.dataDir)
  await prepareDataDir(dataDir)
  if (options.mongodbUri !== undefined) return openExternal(options.mongodbUri)
  // Process numbers of another container mean nothing here, so the lock of a running Pinmark may seem to be stale.
  if ((await dataDirOwner(dataDir)) === null) await checkNoneRunsUnseen(dataDir)
  const unlock = await lockDataDir(dataDir)
  try {
    const embedded = await runEmbeddedMongod({
      dataDir,
      findBinary: (series) =>
        findMongod({
          mongodPath: options.mongodPath,
          cacheDir: cacheDir(),
          series,
          onProgress: options.onProgress,
        }),
      onProgress: options.onProgress,
    })
    return {
      uri: embedded.uri,
      description: `an embedded MongoDB in ${dataDir}`,
      path: embedded.path,
      stop: async () => {
        await embedded.stop()
        await unlock()
      },
    }
  } catch (error) {
    await unlock()
    throw error
  }
}

/** The same for a program that runs beside the server. It uses the running database, or starts it for a
 *  moment. While a server has locked the data folder, the server restarts a stopped database, so this waits
 *  for it. @throws StartError */
export async function attachDatabase(options: DatabaseOptions): Promise<OpenDatabase> {
  if (options.mongodbUri !== undefined) return openDatabase(options)
  const dataDir = resolve(options.dataDir)
  const deadline = performance.now() + restartPatienceMs
  for (;;) {
    const uri = await runningUri(dataDir)
    if (uri !== null) {
      const { data } = mongodFiles(dataDir)
      return { uri, description: 'the running database', path: data, stop: leaveRunning }
    }
    const owner = await dataDirOwner(dataDir)
    if (owner === null) return openDatabase(options)
    if (performance.now() > deadline) {
      throw new StartError(
        `The database of the running Pinmark (process ${owner}) has stopped. Try again when that Pinmark is ready, or stop it first.`,
      )
    }
    await setTimeout(askAgainMs)
  }
}

async function openExternal(uri: string): Promise<OpenDatabase> {
  await checkDeployment(uri)
  return { uri, description: 'the MongoDB of MONGODB_URI', path: null, stop: leaveRunning }
}

/** Another process stops it. */
async function leaveRunning(): Promise<void> {}
