import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { serverEnvironment, serverNodeOptions } from '../../../scripts/lib/server-process.mjs'
import { endWithThisProcess } from './end-with-process'
import { freePort } from './free-port'

const entry = fileURLToPath(new URL('../../../apps/api/dist/main.js', import.meta.url))

interface InstanceOptions {
  /** Created if it does not exist. Instances that share it share their secrets, which is required for several
   *  processes on one database. */
  dataDir: string
  /** Settings as in .env.example; MONGODB_URI for another database than the embedded one. */
  environment?: Record<string, string>
  /** Options of Node itself, such as `--cpu-prof`. */
  nodeOptions?: string[]
  /** Arguments of the program. By default, passwords are hashed at a cost that suits tests. */
  args?: string[]
}

/** One API process: the built program as `npm start` runs it. It can be stopped, and started again on its
 *  port. */
export class Instance {
  readonly url: string
  #process: ChildProcess | undefined
  #output = ''

  private constructor(
    readonly port: number,
    private readonly options: InstanceOptions,
  ) {
    this.url = `http://127.0.0.1:${port}`
  }

  static async on(options: InstanceOptions): Promise<Instance> {
    return new Instance(await freePort(), options)
  }

  /** Its output so far, over all of its starts. */
  get output(): string {
    return this.#output
  }

  get pid(): number {
    const pid = this.#process?.pid
    if (pid === undefined) throw new Error('The instance was not started.')
    return pid
  }

  get isRunning(): boolean {
    const child = this.#process
    return child !== undefined && child.exitCode === null && child.signalCode === null
  }

  /** Starts it and waits until it is ready. @throws with its output if it ends instead */
  async start(): Promise<this> {
    const nodeOptions = [...serverNodeOptions, ...(this.options.nodeOptions ?? [])]
    const { args = ['--test-password-cost=10'] } = this.options
    const child = spawn(process.execPath, [...nodeOptions, entry, ...args], {
      // Not in the folder of the project, whose `.env` has the settings of a real instance.
      cwd: tmpdir(),
      env: {
        ...serverEnvironment,
        ...process.env,
        ...this.options.environment,
        PORT: String(this.port),
        HOST: '127.0.0.1',
        DATA_DIR: this.options.dataDir,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    child.stdout.on('data', (chunk) => (this.#output += chunk))
    child.stderr.on('data', (chunk) => (this.#output += chunk))
    this.#process = child
    endWithThisProcess(child)
    await this.becomeReady()
    return this
  }

  /** Waits until it is ready, for example after its database was gone. @throws if it ends instead */
  async becomeReady(): Promise<void> {
    while (!(await isReady(this.url))) {
      if (!this.isRunning) throw new Error(`The server ended while it was waited for:\n${this.#output}`)
      await pause(25)
    }
  }

  /** Sends a signal without waiting for its effect. */
  signal(signal: NodeJS.Signals): void {
    this.#process?.kill(signal)
  }

  /** Stops it with a signal and waits for its end. @returns its exit code, null after SIGKILL */
  async end(signal: 'SIGKILL' | 'SIGTERM' = 'SIGTERM'): Promise<number | null> {
    const child = this.#process
    if (!child || !this.isRunning) return null
    const ended = once(child, 'exit')
    child.kill(signal)
    await ended
    return child.exitCode
  }

  /** Resident memory of the process now, in bytes (Linux). */
  async rssBytes(): Promise<number> {
    const status = await readFile(`/proc/${this.pid}/status`, 'utf8')
    return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) * 1024
  }
}

async function isReady(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(2_000) })).ok
  } catch {
    // It does not listen yet, or is starting.
    return false
  }
}

/** Runs an instance during `work`, with a data folder that is removed afterwards. */
export async function withInstance<T>(
  options: InstanceOptions,
  work: (instance: Instance) => Promise<T>,
): Promise<T> {
  const instance = await Instance.on(options)
  try {
    return await work(await instance.start())
  } finally {
    await instance.end('SIGTERM')
    await rm(options.dataDir, { recursive: true, force: true })
  }
}
