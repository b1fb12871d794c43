import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import { hasCode } from '../../base/has-code'

const run = promisify(execFile)

/** A process that is meant even after its number was given to another one: the number and when it began. */
export interface ProcessIdentity {
  pid: number
  /** Opaque: equal only for the same process. */
  began: string
}

/** The identity of a running process, or null when there is none with that number. */
export async function identify(pid: number): Promise<ProcessIdentity | null> {
  const began = process.platform === 'linux' ? await beganOnLinux(pid) : await beganElsewhere(pid)
  return began === null ? null : { pid, began }
}

/** Whether exactly this process still runs. */
export async function isRunning(identity: ProcessIdentity): Promise<boolean> {
  return (await identify(identity.pid))?.began === identity.began
}

/** Asks a process to end, waits, and insists after `patienceMs`. */
export async function endProcess(identity: ProcessIdentity, patienceMs: number): Promise<void> {
  if (!(await isRunning(identity))) return
  signal(identity.pid, 'SIGTERM')
  const deadline = Date.now() + patienceMs
  while (Date.now() < deadline) {
    await pause(25)
    if (!(await isRunning(identity))) return
  }
  signal(identity.pid, 'SIGKILL')
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

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    // Gone in the meantime: what was wanted.
    if (!hasCode(error, 'ESRCH')) throw error
  }
}

/** How a process was started, as one line with spaces between; empty when it is gone or this system does not tell. */
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
    return (await run('ps', ['-o', 'lstart=', '-p', String(pid)])).stdout.trim() || null
  } catch {
    // `ps` answers with a failure when there is no such process.
    return null
  }
}
