import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { z } from 'zod'
import { StartError } from '../start-error'
import { hasCode, endProcess, identify, isRunning, pause, type ProcessIdentity } from './processes'
import { answers, bringUp, databaseUser, replicaSetName } from './replica-set'

/** How a running database is known to the next start: kept in `mongod.json` in the data folder. */
const stateSchema = z.object({ pid: z.number(), began: z.string(), port: z.number() })
type State = z.infer<typeof stateSchema>

const stopPatienceMs = 30_000
const maxLogBytes = 10 * 1024 * 1024

export interface EmbeddedMongod {
  uri: string
  /** Ends the database and waits until its files are at rest. */
  stop(): Promise<void>
}

interface EmbeddedOptions {
  dataDir: string
  /** Looked up only when no database runs yet. */
  findBinary: () => Promise<string>
  onProgress: (line: string) => void
}

/** Runs a one-node replica set on loopback with its files in `dataDir`, or adopts the one that still runs there after
 *  its Pinmark was killed. A database that ends by itself is started again. */
export async function runEmbeddedMongod({ dataDir, findBinary, onProgress }: EmbeddedOptions): Promise<EmbeddedMongod> {
  const password = await keptSecret(join(dataDir, 'mongod.password'), 24)
  await keptSecret(join(dataDir, 'mongod.key'), 96)
  let state = await adopt(dataDir, password)
  let binary: string | undefined
  if (!state) {
    binary = await findBinary()
    state = await start(binary, dataDir, password)
  }
  const supervision = supervise(state, async (lost) => {
    onProgress('The database ended unexpectedly and is started again.')
    binary ??= await findBinary()
    return start(binary, dataDir, password, lost.port)
  }, onProgress)
  return {
    uri: uriOf(state.port, password),
    stop: async () => {
      await endProcess(await supervision.finish(), stopPatienceMs)
      await rm(join(dataDir, 'mongod.json'), { force: true })
    },
  }
}

/** The address of the database that runs on a data folder, for a tool beside the server; null when none runs. */
export async function runningUri(dataDir: string): Promise<string | null> {
  const state = await readState(dataDir)
  if (!state || !(await isRunning(state))) return null
  return uriOf(state.port, await keptSecret(join(dataDir, 'mongod.password'), 24))
}

function uriOf(port: number, password: string): string {
  const credentials = `${databaseUser}:${encodeURIComponent(password)}`
  return `mongodb://${credentials}@127.0.0.1:${port}/pinmark?replicaSet=${replicaSetName}&authSource=admin`
}

async function adopt(dataDir: string, password: string): Promise<State | null> {
  const state = await readState(dataDir)
  if (!state || !(await isRunning(state))) return null
  for (let tries = 0; tries < 5; tries += 1) {
    if (await answers({ port: state.port, password })) {
      await bringUp({ port: state.port, password })
      return state
    }
  }
  await endProcess(state, stopPatienceMs)
  return null
}

async function start(binary: string, dataDir: string, password: string, port?: number): Promise<State> {
  const dbPath = join(dataDir, 'db')
  const logPath = join(dataDir, 'mongod.log')
  await mkdir(dbPath, { recursive: true, mode: 0o700 })
  await keepLogSmall(logPath)
  const chosenPort = port ?? (await freePort((await readState(dataDir))?.port))
  const child = spawn(
    binary,
    [
      ...['--dbpath', dbPath, '--port', String(chosenPort), '--bind_ip', '127.0.0.1', '--nounixsocket'],
      ...['--replSet', replicaSetName, '--keyFile', join(dataDir, 'mongod.key')],
      ...['--logpath', logPath, '--logappend', '--quiet', '--wiredTigerCacheSizeGB', '0.25', '--oplogSize', '512'],
      ...['--setParameter', 'diagnosticDataCollectionEnabled=false'],
      // Nobody else is there to take over, so there is nothing to wait for at the end.
      ...['--setParameter', 'shutdownTimeoutMillisForSignaledShutdown=0'],
    ],
    // A group of its own: Ctrl-C reaches the whole group of the terminal, and the database has to outlive the drain.
    { detached: true, stdio: 'ignore' },
  )
  child.unref()
  const failed = new Promise<never>((_, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`mongod ended with code ${code}.`)))
  })
  const identity = child.pid === undefined ? null : await identify(child.pid)
  if (identity) await writeState(dataDir, { ...identity, port: chosenPort })
  try {
    await Promise.race([bringUp({ port: chosenPort, password }), failed])
  } catch (error) {
    if (identity) await endProcess(identity, stopPatienceMs)
    throw new StartError(`The embedded MongoDB did not start. The last lines of ${logPath} say why.`, { cause: error })
  }
  failed.catch(() => {
    // From here on the supervision watches.
  })
  if (!identity) throw new StartError(`The embedded MongoDB did not start. The last lines of ${logPath} say why.`)
  return { ...identity, port: chosenPort }
}

interface Supervision {
  /** Stops watching; yields the process that ran last. */
  finish(): Promise<ProcessIdentity>
}

function supervise(first: State, restart: (lost: State) => Promise<State>, onProgress: (line: string) => void): Supervision {
  let current = first
  let finished = false
  let backOffMs = 200
  const watch = async () => {
    while (!finished) {
      await pause(250)
      if (finished || (await isRunning(current))) continue
      try {
        current = await restart(current)
        backOffMs = 200
      } catch (error) {
        onProgress(`The database could not be started: ${error instanceof Error ? error.message : String(error)}`)
        await pause(backOffMs)
        backOffMs = Math.min(backOffMs * 2, 10_000)
      }
    }
  }
  const watching = watch()
  return {
    finish: async () => {
      finished = true
      await watching
      return current
    },
  }
}

/** A random secret that is made once and kept, readable for this user alone. */
async function keptSecret(path: string, bytes: number): Promise<string> {
  try {
    return (await readFile(path, 'utf8')).trim()
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) throw error
  }
  const secret = randomBytes(bytes).toString('hex')
  await writeFile(`${path}.new`, secret, { mode: 0o600 })
  await rename(`${path}.new`, path)
  return secret
}

async function readState(dataDir: string): Promise<State | null> {
  try {
    const result = stateSchema.safeParse(JSON.parse(await readFile(join(dataDir, 'mongod.json'), 'utf8')))
    return result.success ? result.data : null
  } catch (error) {
    if (hasCode(error, 'ENOENT') || error instanceof SyntaxError) return null
    throw error
  }
}

async function writeState(dataDir: string, state: State): Promise<void> {
  const path = join(dataDir, 'mongod.json')
  await writeFile(`${path}.new`, JSON.stringify(state), { mode: 0o600 })
  await rename(`${path}.new`, path)
}

async function keepLogSmall(path: string): Promise<void> {
  try {
    if ((await stat(path)).size > maxLogBytes) await rename(path, `${path}.old`)
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) throw error
  }
}

/** The preferred port when it is free, else any free one. */
async function freePort(preferred = 0): Promise<number> {
  const port = await listenOnce(preferred)
  return port ?? (await listenOnce(0)) ?? 0
}

function listenOnce(port: number): Promise<number | null> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(null))
    server.listen(port, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(address !== null && typeof address === 'object' ? address.port : null))
    })
  })
}
