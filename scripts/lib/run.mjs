import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { root } from './root.mjs'

/** Commands that run now. They end with this process. */
const running = new Set()
process.once('exit', () => running.forEach((child) => child.kill()))

/** Runs a command and collects its output.
 *  @returns {Promise<{ code: number, output: string }>} */
export async function collect(command, args, { cwd = root, env = {} } = {}) {
  const child = spawn(command, args, {
    cwd,
    // Output that a program parses must have no colours.
    env: { ...process.env, FORCE_COLOR: '0', NO_COLOR: '1', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.add(child)
  let output = ''
  child.stdout.on('data', (chunk) => (output += chunk))
  child.stderr.on('data', (chunk) => (output += chunk))
  const [code] = await once(child, 'close')
  running.delete(child)
  return { code: code ?? 1, output }
}

/** The path of a program that a package of the workspace provides. */
export function bin(name, workspace = '.') {
  return join(root, workspace, 'node_modules', '.bin', name)
}

/** Forwards signals to a child, waits for its end and exits with its code. Ctrl-C reaches the child directly,
 *  because it is in the same process group of the terminal, and a second signal would force it to stop. A
 *  signal that is sent to this process only is forwarded. */
export async function followUntilExit(child) {
  process.on('SIGINT', () => {
    if (!process.stdin.isTTY) child.kill('SIGINT')
  })
  process.on('SIGTERM', () => child.kill('SIGTERM'))
  process.on('SIGHUP', () => child.kill('SIGTERM'))
  whenOrphaned(() => child.kill('SIGTERM'))
  const [code] = await once(child, 'close')
  process.exitCode = code ?? 1
}

/** Calls `stop` once when the parent process has ended. npm forwards a signal only to a shell, which then
 *  ends without notifying its children. */
export function whenOrphaned(stop) {
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    stop()
  }, 300)
  timer.unref()
}
