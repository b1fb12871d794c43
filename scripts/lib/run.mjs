import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { root } from './root.mjs'

/** Runs a command and collects what it prints.
 *  @returns {Promise<{ code: number, output: string }>} */
export async function collect(command, args, { cwd = root, env = {} } = {}) {
  const child = spawn(command, args, {
    cwd,
    // What is read by a program comes without colours.
    env: { ...process.env, FORCE_COLOR: '0', NO_COLOR: '1', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  child.stdout.on('data', (chunk) => (output += chunk))
  child.stderr.on('data', (chunk) => (output += chunk))
  const [code] = await once(child, 'close')
  return { code: code ?? 1, output }
}

/** The path of a program that a package of the workspace brought along. */
export function bin(name, workspace = '.') {
  return join(root, workspace, 'node_modules', '.bin', process.platform === 'win32' ? `${name}.cmd` : name)
}

/** Passes signals on to a child, waits for its end and ends with its code.
 *  Ctrl-C reaches the child by itself, since it belongs to the same group of the terminal; a second copy would
 *  count as impatience. A signal that was sent to this process alone is passed on. */
export async function followToTheEnd(child) {
  process.on('SIGINT', () => {
    if (!process.stdin.isTTY) child.kill('SIGINT')
  })
  process.on('SIGTERM', () => child.kill('SIGTERM'))
  process.on('SIGHUP', () => child.kill('SIGTERM'))
  whenOrphaned(() => child.kill('SIGTERM'))
  const [code] = await once(child, 'close')
  process.exitCode = code ?? 1
}

/** Calls `stop` once when the process that started this one is gone. npm hands a signal sent to it alone to a shell,
 *  which dies of it without a word to its children. */
export function whenOrphaned(stop) {
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    stop()
  }, 300)
  timer.unref()
}
