import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { StartError } from '../../base/failures'
import type { Mongod } from './find-mongod'
import {
  findRunning,
  keptPassword,
  mongodFiles,
  prepareKey,
  preparePassword,
  readMemory,
  writeMemory,
  type MongodFiles,
} from './kept-files'
import { checkSocketIsFree, filesInUse, LaunchError, launchMongod, stopPatienceMs, supervise } from './launch'
import { lastLoggedError } from './log-file'
import { choosePort, prepareSocket, uriHost, type NodeAddress } from './node-address'
import { endProcess, type ProcessIdentity } from './processes'
import { databaseUser, type Node } from './replica-set'

export interface EmbeddedMongod {
  uri: string
  /** The folder of its files. */
  path: string
  /** Ends the database and waits until its files are at rest. */
  stop(): Promise<void>
}

interface EmbeddedOptions {
  dataDir: string
  /** Called only if no database runs yet. */
  findBinary: (series: string | null) => Promise<Mongod>
  onProgress: (line: string) => void
}

/** Exit codes of `mongod`. */
const cannotListen = 48
const cannotOpenFiles = 100
const otherVersion = 62

/** Runs a one-node replica set for this process alone with its files in `dataDir`, whose lock this process has. A database
 *  that stops unexpectedly is restarted.
 *  @throws StartError */
export async function runEmbeddedMongod({
  dataDir,
  findBinary,
  onProgress,
}: EmbeddedOptions): Promise<EmbeddedMongod> {
  const files = mongodFiles(dataDir)
  // Earlier versions kept 96 MB of the disk in it.
  await rm(join(dataDir, 'reserve'), { force: true })
  const secrets = { password: await preparePassword(files), key: await prepareKey(files) }
  const socket = await prepareSocket(dataDir)
  let found: Mongod | undefined
  const find = async () => (found ??= await findBinary((await readMemory(files))?.series ?? null))
  const start = async (): Promise<Running> => {
    const memory = await readMemory(files)
    const mongod = await find()
    const addresses = [
      ...(socket ? [async () => socket] : []),
      () => choosePort(memory?.port ?? 0),
      // Another program may take the port between the check and the start.
      () => choosePort(0),
      () => choosePort(0),
    ]
    const running = await startOnFirst(addresses, mongod, files, secrets)
    const series = memory?.series ?? mongod.series
    await writeMemory(files, 'port' in running.address ? { port: running.address.port, series } : { series })
    return running
  }
  // A killed Pinmark leaves its database running. The new one continues from its journal.
  const left = await findRunning(files)
  if (left) await endProcess(left, stopPatienceMs)
  const first = await start()
  // The address is in use by clients, so it does not change.
  const node: Node = { address: first.address, ...secrets }
  const supervision = supervise({
    first,
    files,
    onProgress,
    restart: async () => launchMongod({ binary: (await find()).path, files, node }),
  })
  return {
    uri: uriOf(node),
    path: files.data,
    stop: async () => endProcess(await supervision.finish(), stopPatienceMs),
  }
}

/** The address of the database that runs on a data folder, for a command-line program; null if none runs.
 *  @throws StartError when the password is lost */
export async function runningUri(dataDir: string): Promise<string | null> {
  const files = mongodFiles(dataDir)
  const running = await findRunning(files)
  if (!running) return null
  const password = await keptPassword(files)
  if (password !== null) return uriOf({ address: running.address, password })
  throw new StartError(`${files.password} is missing or damaged. Restart Pinmark, which makes a new one.`)
}

/** Refuses a database that this process cannot see in the list of processes, such as one in another container.
 *  @throws StartError */
export async function checkNoneRunsUnseen(dataDir: string): Promise<void> {
  const files = mongodFiles(dataDir)
  if ((await findRunning(files)) === null) await checkSocketIsFree(files, await prepareSocket(dataDir))
}

type Running = ProcessIdentity & { address: NodeAddress }
type Secrets = Omit<Node, 'address'>

function uriOf({ address, password }: Omit<Node, 'key'>): string {
  const options = 'directConnection=true&authSource=admin'
  return `mongodb://${databaseUser}:${password}@${uriHost(address)}/pinmark?${options}`
}

/** Starts at the first address where it can listen. */
async function startOnFirst(
  [choose, ...others]: (() => Promise<NodeAddress>)[],
  mongod: Mongod,
  files: MongodFiles,
  secrets: Secrets,
): Promise<Running> {
  if (!choose) throw new Error('There is no address to listen on.')
  const address = await choose()
  try {
    return { ...(await launchMongod({ binary: mongod.path, files, node: { address, ...secrets } })), address }
  } catch (error) {
    const mayTryAgain = error instanceof LaunchError && error.exitCode === cannotListen && others.length > 0
    if (!mayTryAgain) throw await explain(error, mongod, files)
    return startOnFirst(others, mongod, files, secrets)
  }
}

async function explain(error: unknown, mongod: Mongod, files: MongodFiles): Promise<Error> {
  if (error instanceof StartError) return error
  const code = error instanceof LaunchError ? error.exitCode : null
  const complaint = await lastLoggedError(files.log)
  if (code === cannotOpenFiles && complaint.includes('DBPathInUse')) return filesInUse(files)
  if (code === otherVersion) {
    const memory = await readMemory(files)
    const wanted = memory ? `MongoDB ${memory.series}` : 'another version of MongoDB'
    return new StartError(
      `The data in ${files.data} was written by ${wanted}, and ${mongod.path} is ${mongod.series}. Set MONGOD_PATH to a mongod of that version.`,
      { cause: error },
    )
  }
  return new StartError(
    `The embedded MongoDB did not start${complaint === '' ? '' : ` (${complaint})`}. Look at the end of ${files.log}, and check that the disk has room. If files in ${files.data} are damaged, restore a backup.`,
    { cause: error },
  )
}
