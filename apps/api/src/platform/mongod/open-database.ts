import { resolve } from 'node:path'
import { cacheDir } from './cache-dir'
import { checkDeployment } from './check-deployment'
import { lockDataDir, prepareDataDir } from './data-dir'
import { runEmbeddedMongod, runningUri } from './embedded-mongod'
import { findMongod } from './find-mongod'
import { mongodFiles } from './kept-files'
import { releaseWhenFull } from './reserve'

export interface DatabaseOptions {
  mongodbUri?: string
  mongodPath?: string
  dataDir: string
  onProgress: (line: string) => void
}

export interface OpenDatabase {
  uri: string
  /** For the block that is printed at the start. */
  description: string
  /** The folder of the files of the embedded MongoDB; null when it runs elsewhere. */
  path: string | null
  stop(): Promise<void>
}

/** Finds the MongoDB to use: the one of MONGODB_URI, or an embedded one with its files in the data folder.
 *  @throws StartError whose message says what to do */
export async function openDatabase(options: DatabaseOptions): Promise<OpenDatabase> {
  const dataDir = resolve(options.dataDir)
  if (options.mongodbUri === undefined) await releaseWhenFull(mongodFiles(dataDir).reserve)
  await prepareDataDir(dataDir)
  if (options.mongodbUri !== undefined) return openExternal(options.mongodbUri)
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

/** The same for a tool that runs beside the server: uses the database that is running, or starts it for a moment.
 *  @throws StartError */
export async function attachDatabase(options: DatabaseOptions): Promise<OpenDatabase> {
  const uri = options.mongodbUri === undefined ? await runningUri(resolve(options.dataDir)) : null
  if (uri === null) return openDatabase(options)
  return {
    uri,
    description: 'the running database',
    path: mongodFiles(resolve(options.dataDir)).data,
    stop: leaveRunning,
  }
}

async function openExternal(uri: string): Promise<OpenDatabase> {
  await checkDeployment(uri)
  return { uri, description: 'the MongoDB of MONGODB_URI', path: null, stop: leaveRunning }
}

/** It is not ours to end. */
async function leaveRunning(): Promise<void> {}
