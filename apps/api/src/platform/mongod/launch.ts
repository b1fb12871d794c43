import { spawn } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import type { MongodFiles } from './kept-files'
import { rotateLog } from './log-file'
import { endProcess, identify, type ProcessIdentity } from './processes'
import { bringUp, replicaSetName } from './replica-set'

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
  port: number
  password: string
}

/** Starts `mongod` on the files and waits until it can be written to. @throws LaunchError */
export async function launchMongod({ binary, files, port, password }: Launch): Promise<ProcessIdentity> {
  await mkdir(files.data, { recursive: true, mode: 0o700 })
  await rotateLog(files.log)
  const child = spawn(binary, argumentsFor(files, port), {
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
    await Promise.race([bringUp({ port, password }, until), ended])
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

function argumentsFor(files: MongodFiles, port: number): string[] {
  return [
    // These two together, in this order, are how a later start knows the process.
    ['--dbpath', files.data],
    ['--port', String(port)],
    ['--bind_ip', '127.0.0.1', '--nounixsocket'],
    ['--replSet', replicaSetName, '--keyFile', files.key],
    ['--logpath', files.log, '--logappend', '--logRotate', 'reopen', '--quiet'],
    // Megabytes for one team, not half of the machine's memory and a twentieth of its disk.
    ['--wiredTigerCacheSizeGB', '0.25', '--oplogSize', '512'],
    ['--setParameter', 'diagnosticDataCollectionEnabled=false'],
    // Nobody else is there to take over, so there is nothing to wait for at the end.
    ['--setParameter', 'shutdownTimeoutMillisForSignaledShutdown=0'],
  ].flat()
}
