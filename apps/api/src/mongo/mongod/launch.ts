import { spawn } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import { StartError } from '../../base/failures'
import type { MongodFiles } from './kept-files'
import { historyParameter, rotateLog, toOneLine, usualHistorySeconds } from './log-file'
import { acceptsConnections, memberHost, type NodeAddress } from './node-address'
import { endProcess, identifyProcess, isRunning, pause, type ProcessIdentity, sendSignal } from './processes'
import { type Node, replicaSetName, startReplicaSet } from './replica-set'

/** `mongod` stopped before it could be used; `exitCode` is its exit code. */
export class LaunchError extends Error {
  override readonly name = 'LaunchError'

  constructor(readonly exitCode: number | null) {
    super(`mongod ended with code ${exitCode}.`)
  }
}

/** Time limit for a stop, which writes everything to disk. */
export const stopPatienceMs = 30_000
/** Time limit for a start, which first repairs the files after a crash on a slow disk. */
const startPatienceMs = 120_000

interface Launch {
  binary: string
  files: MongodFiles
  node: Node
}

/** Starts `mongod` on the files and waits until it accepts writes.
 *  @throws LaunchError, and StartError while another database runs on the files */
export async function launchMongod({ binary, files, node }: Launch): Promise<ProcessIdentity> {
  await checkSocketIsFree(files, node.address)
  await mkdir(files.data, { recursive: true, mode: 0o700 })
  await rotateLog(files.log)
  const child = spawn(binary, argumentsFor(files, node.address), {
    // Its own process group: Ctrl-C reaches the whole group of the terminal, and the database has to outlive
    // the drain.
    detached: true,
    stdio: 'ignore',
  })
  child.unref()
  const giveUp = new AbortController()
  const ended = new Promise<never>((_, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => reject(new LaunchError(code)))
  })
  // It may end before anything waits for it here. Once it is ready, the supervisor watches it.
  ended.catch(() => {})
  let identity: ProcessIdentity | null = null
  try {
    identity = child.pid === undefined ? null : await identifyProcess(child.pid)
    const until = AbortSignal.any([giveUp.signal, AbortSignal.timeout(startPatienceMs)])
    await Promise.race([startReplicaSet(node, until), ended])
    if (!identity) throw new LaunchError(child.exitCode)
  } catch (error) {
    giveUp.abort()
    if (identity) await endProcess(identity, stopPatienceMs)
    else child.kill()
    throw error
  }
  return identity
}

/** `mongod` replaces the socket before it looks at the lock of its files, so a second one would make the first one
 *  unreachable.
 *  @throws StartError */
export async function checkSocketIsFree(files: MongodFiles, address: NodeAddress | null): Promise<void> {
  if (address && 'socket' in address && (await acceptsConnections(address))) throw filesInUse(files)
}

export function filesInUse(files: MongodFiles): StartError {
  return new StartError(
    `The data in ${files.data} is in use by another program. Stop that one, or set another DATA_DIR.`,
  )
}

/** The command line of `mongod`. A later start recognises the process by its `--dbpath`. */
export function argumentsFor(files: MongodFiles, address: NodeAddress): string[] {
  return [
    ['--dbpath', files.data],
    'socket' in address
      ? ['--bind_ip', memberHost(address), '--filePermissions', '0600']
      : ['--port', String(address.port), '--bind_ip', '127.0.0.1'],
    // Beside these it would listen at /tmp/mongodb-27017.sock, which may belong to the MongoDB of another program or account.
    '--nounixsocket',
    ['--replSet', replicaSetName, '--keyFile', files.key],
    // Without this, anyone who can connect to a node without users could create the first one.
    ['--setParameter', 'enableLocalhostAuthBypass=0'],
    // Compressed messages are accepted before any login. A bug in reading them (CVE-2025-14847) revealed
    // memory.
    ['--networkMessageCompressors', 'disabled'],
    ['--logpath', files.log, '--logappend', '--logRotate', 'reopen', '--quiet'],
    // Megabytes for one team, instead of half the memory of the machine and a twentieth of its disk.
    ['--wiredTigerCacheSizeGB', '0.25', '--oplogSize', '512'],
    ['--setParameter', 'diagnosticDataCollectionEnabled=false'],
    // By default the journal uses 300 MB of disk before anything is stored, and a start needs 100 MB more.
    // After a full disk it could not start again.
    ['--wiredTigerEngineConfigString', 'log=(file_max=16MB,prealloc=false)'],
    // A backup increases it.
    ['--setParameter', `${historyParameter}=${usualHistorySeconds}`],
    // A process that is killed in a transaction leaves the project locked until then.
    ['--setParameter', 'transactionLifetimeLimitSeconds=5'],
    // No other node can take over, so a stop need not wait for one.
    ['--setParameter', 'shutdownTimeoutMillisForSignaledShutdown=0'],
  ].flat()
}

const lookEveryMs = 250
const firstBackOffMs = 200
const longestBackOffMs = 10_000
/** Number of polls between two checks of the log: every ten minutes. */
const checkLogEvery = 2_400

interface Supervision {
  /** Stops watching, and returns the process that ran last. */
  finish(): Promise<ProcessIdentity>
}

interface Watch {
  first: ProcessIdentity
  files: MongodFiles
  restart: () => Promise<ProcessIdentity>
  onProgress: (line: string) => void
}

/** Restarts the database whenever it stops unexpectedly, and keeps its log small. One loop looks at both. */
export function supervise({ first, files, restart, onProgress }: Watch): Supervision {
  const finished = new AbortController()
  let current = first
  const watch = async () => {
    let backOffMs = firstBackOffMs
    for (let look = 1; !finished.signal.aborted; look += 1) {
      try {
        if (await isRunning(current)) {
          if (look % checkLogEvery === 0) await limitLog(files, current)
          await pause(lookEveryMs, finished.signal)
          continue
        }
        onProgress('The database ended unexpectedly and will be restarted.')
        current = await restart()
        backOffMs = firstBackOffMs
      } catch (error) {
        onProgress(`The database could not be watched or restarted: ${toOneLine(error)}`)
        await pause(backOffMs, finished.signal)
        backOffMs = Math.min(backOffMs * 2, longestBackOffMs)
      }
    }
  }
  const watching = watch()
  return {
    finish: async () => {
      finished.abort()
      await watching
      return current
    },
  }
}

async function limitLog(files: MongodFiles, mongod: ProcessIdentity): Promise<void> {
  // The signal makes MongoDB reopen its log, at the name that has just become free.
  if (await rotateLog(files.log)) sendSignal(mongod.pid, 'SIGUSR1')
}
