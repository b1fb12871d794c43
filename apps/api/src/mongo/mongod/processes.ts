import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import { hasCode } from '../../base/failures'

const run = promisify(execFile)

/** Identifies a process, even after its number is reused: the number and the start time. */
export interface ProcessIdentity {
  pid: number
  /** Opaque: equal only for the same process. */
  began: string
}

/** The identity of a running process, or null if no process has that number. */
export async function identifyProcess(pid: number): Promise<ProcessIdentity | null> {
  const began = process.platform === 'linux' ? await beganOnLinux(pid) : await beganElsewhere(pid)
  return began === null ? null : { pid, began }
}

/** Whether exactly this process still runs. */
export async function isRunning(identity: ProcessIdentity): Promise<boolean> {
  return (await identifyProcess(identity.pid))?.began === identity.began
}

/** Asks a process to stop, waits, and kills it after `patienceMs`. */
export async function endProcess(identity: ProcessIdentity, patienceMs: number): Promise<void> {
  if (!(await isRunning(identity))) return
  sendSignal(identity.pid, 'SIGTERM')
  const deadline = Date.now() + patienceMs
  while (Date.now() < deadline) {
    await pause(25)
    if (!(await isRunning(identity))) return
  }
  sendSignal(identity.pid, 'SIGKILL')
  while (await isRunning(identity)) await pause(25)
}

/** Waits, at most until the signal. */
export async function pause(milliseconds: number, until?: AbortSignal): Promise<void> {
  try {
    await setTimeout(milliseconds, undefined, until ? { signal: until } : {})
  } catch (error) {
    if (!until?.aborted) throw error
  }
}

/** Sends a signal to a process, unless it has stopped meanwhile. */
export function sendSignal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    if (!hasCode(error, 'ESRCH')) throw error
  }
}

/** The command line of a process, with spaces between the arguments; empty if it has stopped or this system
 *  does not tell. */
export async function commandLine(pid: number): Promise<string> {
  try {
    if (process.platform === 'linux') {
      return (await readFile(`/proc/${pid}/cmdline`, 'utf8')).replaceAll('\0', ' ').trim()
    }
    return (await run('ps', ['-ww', '-o', 'command=', '-p', String(pid)])).stdout.trim()
  } catch {
    // No such process, or no `ps` here.
    return ''
  }
}

/** Field 22 of /proc/PID/stat counts the clock ticks from boot to the start. A zombie counts as gone. */
async function beganOnLinux(pid: number): Promise<string | null> {
  try {
    const [stat, boot] = await Promise.all([
      readFile(`/proc/${pid}/stat`, 'utf8'),
      readFile('/proc/sys/kernel/random/boot_id', 'utf8'),
    ])
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return fields[0] === 'Z' ? null : `${boot.trim()}:${fields[19]}`
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ESRCH')) return null
    throw error
  }
}

async function beganElsewhere(pid: number): Promise<string | null> {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if (hasCode(error, 'ESRCH')) return null
  }
  if (process.platform === 'win32') return 'running'
  try {
    // The text must be the same whichever time zone and language the asking process has.
    const env = { ...process.env, TZ: 'UTC', LC_ALL: 'C' }
    return (await run('ps', ['-o', 'lstart=', '-p', String(pid)], { env })).stdout.trim() || null
  } catch (error) {
    // `ps` exits with 1 if the process does not exist. Any other failure says nothing about the process.
    if (hasCode(error, '1')) return null
    throw error
  }
}
