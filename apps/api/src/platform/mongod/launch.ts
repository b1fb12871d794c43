import { spawn } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import type { MongodFiles } from './kept-files'
import { rotateLog } from './log-file'
import { memberHost, type NodeAddress } from './node-address'
import { endProcess, identify, type ProcessIdentity } from './processes'
import { bringUp, replicaSetName, type Node } from './replica-set'

/** `mongod` ended before it could be used; `exitCode` is its own. */
export class LaunchError extends Error {
  override readonly name = 'LaunchError'

  constructor(readonly exitCode: number | null) {
    super(`mongod ended with code ${exitCode}.`)
  }
}

/** How long a database may take to end: it writes everything to disk. */
export const stopPatienceMs = 30_000
/** How long a start may take: after a crash on a slow disk it first repairs its files. */
const startPatienceMs = 120_000

interface Launch {
  binary: string
  files: MongodFiles
  node: Node
}

/** Starts `mongod` on the files and waits until it can be written to. @throws LaunchError */
export async function launchMongod({ binary, files, node }: Launch): Promise<ProcessIdentity> {
  await mkdir(files.data, { recursive: true, mode: 0o700 })
  await rotateLog(files.log)
  const child = spawn(binary, argumentsFor(files, node.address), {
    // A group of its own: Ctrl-C reaches the whole group of the terminal, and the database has to outlive the drain.
    detached: true,
    stdio: 'ignore',
  })
  child.unref()
  const giveUp = new AbortController()
  const ended = new Promise<never>((_, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => reject(new LaunchError(code)))
  })
  const identity = child.pid === undefined ? null : await identify(child.pid)
  try {
    const until = AbortSignal.any([giveUp.signal, AbortSignal.timeout(startPatienceMs)])
    await Promise.race([bringUp(node, until), ended])
    if (!identity) throw new LaunchError(child.exitCode)
  } catch (error) {
    giveUp.abort()
    if (identity) await endProcess(identity, stopPatienceMs)
    throw error
  }
  // From here on the supervision watches.
  ended.catch(() => {})
  return identity
}

/** How `mongod` is started. A later start knows the process by its `--dbpath`, and adopts it when all of this is equal. */
export function argumentsFor(files: MongodFiles, address: NodeAddress): string[] {
  return [
    ['--dbpath', files.data],
    'socket' in address
      ? ['--bind_ip', memberHost(address), '--filePermissions', '0600']
      : ['--port', String(address.port), '--bind_ip', '127.0.0.1', '--nounixsocket'],
    ['--replSet', replicaSetName, '--keyFile', files.key],
    // Without this, anyone who reaches a node that has no user yet could make the first one.
    ['--setParameter', 'enableLocalhostAuthBypass=0'],
    // Compressed messages are taken before any login: a fault in reading them (CVE-2025-14847) gave out foreign memory.
    ['--networkMessageCompressors', 'disabled'],
    ['--logpath', files.log, '--logappend', '--logRotate', 'reopen', '--quiet'],
    // Megabytes for one team, not half of the machine's memory and a twentieth of its disk.
    ['--wiredTigerCacheSizeGB', '0.25', '--oplogSize', '512'],
    ['--setParameter', 'diagnosticDataCollectionEnabled=false'],
    // By default the journal takes 300 MB of disk before anything is stored, and a start needs 100 MB more: after the
    // disk was full, it could not start again.
    ['--wiredTigerEngineConfigString', 'log=(file_max=16MB,prealloc=false)'],
    // The space of what was deleted comes free after this time, not after five minutes. A backup sets it higher.
    ['--setParameter', 'minSnapshotHistoryWindowInSeconds=10'],
    // No other node can take over, so a stop need not wait for one.
    ['--setParameter', 'shutdownTimeoutMillisForSignaledShutdown=0'],
  ].flat()
}
