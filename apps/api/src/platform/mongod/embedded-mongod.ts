import { StartError } from '../start-error'
import type { Mongod } from './find-mongod'
import { freePort } from './free-port'
import {
  findRunning,
  keptPassword,
  mongodFiles,
  prepareKey,
  readMemory,
  writeMemory,
  type MongodFiles,
} from './kept-files'
import { launchMongod, LaunchError, stopPatienceMs } from './launch'
import { lastComplaint } from './log-file'
import { endProcess, type ProcessIdentity } from './processes'
import { bringUp, databaseUser, replicaSetName } from './replica-set'
import { supervise } from './supervise'

export interface EmbeddedMongod {
  uri: string
  /** Ends the database and waits until its files are at rest. */
  stop(): Promise<void>
}

interface EmbeddedOptions {
  dataDir: string
  /** Looked up only when no database runs yet. */
  findBinary: (series: string | null) => Promise<Mongod>
  onProgress: (line: string) => void
}

/** A database that was left running by a Pinmark that was killed has to answer within this time. */
const adoptionPatienceMs = 10_000
const hungPatienceMs = 5_000
/** Exit codes of `mongod`. */
const portTaken = 48
const filesInUse = 100
const otherVersion = 62

/** Runs a one-node replica set on loopback with its files in `dataDir`, or adopts the one that still runs there after
 *  its Pinmark was killed. A database that ends by itself is started again. @throws StartError */
export async function runEmbeddedMongod({
  dataDir,
  findBinary,
  onProgress,
}: EmbeddedOptions): Promise<EmbeddedMongod> {
  const files = mongodFiles(dataDir)
  const password = await keptPassword(files)
  await prepareKey(files)
  let mongod: Mongod | undefined
  const start = async (wantedPort: number): Promise<Running> => {
    const memory = await readMemory(files)
    mongod ??= await findBinary(memory?.series ?? null)
    const running = await startOnFreePort(mongod, files, password, wantedPort)
    await writeMemory(files, { port: running.port, series: memory?.series ?? mongod.series })
    return running
  }
  const first = (await adopt(files, password)) ?? (await start((await readMemory(files))?.port ?? 0))
  const supervision = supervise({
    first,
    files,
    onProgress,
    // The address was given out, so the port stays.
    restart: async () =>
      launchMongod({ binary: (mongod ??= await findBinary(null)).path, files, port: first.port, password }),
  })
  return {
    uri: uriOf(first.port, password),
    stop: async () => endProcess(await supervision.finish(), stopPatienceMs),
  }
}

/** The address of the database that runs on a data folder, for a tool beside the server; null when none runs. */
export async function runningUri(dataDir: string): Promise<string | null> {
  const files = mongodFiles(dataDir)
  const running = await findRunning(files)
  return running && uriOf(running.port, await keptPassword(files))
}

type Running = ProcessIdentity & { port: number }

function uriOf(port: number, password: string): string {
  return `mongodb://${databaseUser}:${password}@127.0.0.1:${port}/pinmark?replicaSet=${replicaSetName}&authSource=admin`
}

async function adopt(files: MongodFiles, password: string): Promise<Running | null> {
  const running = await findRunning(files)
  if (!running) return null
  try {
    await bringUp({ port: running.port, password }, AbortSignal.timeout(adoptionPatienceMs))
    return running
  } catch (error) {
    if (error instanceof StartError) throw error
    // It hangs: a fresh one goes on from its journal, which holds all that was acknowledged.
    await endProcess(running, hungPatienceMs)
    return null
  }
}

async function startOnFreePort(
  mongod: Mongod,
  files: MongodFiles,
  password: string,
  wantedPort: number,
): Promise<Running> {
  // Another program may take a port between the look and the start.
  for (let tries = 1; ; tries += 1) {
    const port = await freePort(tries === 1 ? wantedPort : 0)
    try {
      return { ...(await launchMongod({ binary: mongod.path, files, port, password })), port }
    } catch (error) {
      const mayTryAgain = error instanceof LaunchError && error.exitCode === portTaken && tries < 3
      if (!mayTryAgain) throw await explain(error, mongod, files)
    }
  }
}

async function explain(error: unknown, mongod: Mongod, files: MongodFiles): Promise<Error> {
  if (error instanceof StartError) return error
  const code = error instanceof LaunchError ? error.exitCode : null
  const complaint = await lastComplaint(files.log)
  if (code === filesInUse && complaint.includes('DBPathInUse')) {
    return new StartError(
      `The data in ${files.data} is in use by another program. Stop that one, or set another DATA_DIR.`,
    )
  }
  if (code === otherVersion) {
    const memory = await readMemory(files)
    const wanted = memory ? `MongoDB ${memory.series}` : 'another version of MongoDB'
    return new StartError(
      `The data in ${files.data} was written by ${wanted}, and ${mongod.path} is ${mongod.series}. Set MONGOD_PATH to a mongod of that version.`,
      { cause: error },
    )
  }
  return new StartError(
    `The embedded MongoDB did not start${complaint === '' ? '' : ` (${complaint})`}. Look at the end of ${files.log}, and check that the disk has room.`,
    { cause: error },
  )
}
