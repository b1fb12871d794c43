import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { inject } from 'vitest'
import type { Program } from './build-programs'

const apiFolder = fileURLToPath(new URL('..', import.meta.url))

/** Starts a program that the global set-up built. */
export function startProgram(program: Program, env: Record<string, string>, args: string[] = []): OwnProcess {
  return new OwnProcess(join(inject('programs'), `${program}.js`), env, args)
}

/** A program in a separate process. */
export class OwnProcess {
  readonly child: ChildProcess
  #output = ''

  constructor(file: string, env: Record<string, string>, args: string[]) {
    const { PATH = '', HOME = '', MONGOD_PATH = '', PINMARK_CACHE_DIR = '' } = process.env
    this.child = spawn(process.execPath, [file, ...args], {
      cwd: apiFolder,
      env: { PATH, HOME, MONGOD_PATH, PINMARK_CACHE_DIR, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.child.stdout?.on('data', (chunk) => (this.#output += String(chunk)))
    this.child.stderr?.on('data', (chunk) => (this.#output += String(chunk)))
  }

  /** Everything it has printed so far. */
  get output(): string {
    return this.#output
  }

  /** Waits until it has printed a text. */
  async says(text: string | RegExp): Promise<void> {
    while (!(typeof text === 'string' ? this.#output.includes(text) : text.test(this.#output))) {
      if (this.child.exitCode !== null)
        throw new Error(`It ended with ${this.child.exitCode}:\n${this.#output}`)
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }

  /** Its exit code, once it has ended. */
  async ended(): Promise<number | null> {
    if (this.child.exitCode === null && this.child.signalCode === null) await once(this.child, 'close')
    return this.child.exitCode
  }

  async stop(signal: 'SIGTERM' | 'SIGINT' = 'SIGTERM'): Promise<number | null> {
    if (this.child.exitCode === null) this.child.kill(signal)
    return this.ended()
  }
}
