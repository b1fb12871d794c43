import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const folder = fileURLToPath(new URL('../', import.meta.url))

const entries = {
  main: 'src/main.ts',
  'reset-password': 'src/commands/reset-password.ts',
  backup: 'src/commands/backup.ts',
  restore: 'src/commands/restore.ts',
  'state-digest': 'src/commands/state-digest.ts',
  'migrate-counted': 'test/migrate-counted.ts',
}

export type Program = keyof typeof entries

export interface BuiltPrograms {
  start: (program: Program, env: Record<string, string>, args?: string[]) => OwnProcess
  remove: () => Promise<void>
}

/** Bundles the programs as a release does: they start in a fraction of the time, and find their workers the way they
 *  do there. Below node_modules, where they find their packages too. */
export async function buildPrograms(): Promise<BuiltPrograms> {
  const cache = join(folder, 'node_modules', '.cache')
  await mkdir(cache, { recursive: true })
  const outdir = await mkdtemp(join(cache, 'own-process-'))
  const workers = await readdir(join(folder, 'src'), { recursive: true })
  await build({
    absWorkingDir: folder,
    entryPoints: [...Object.values(entries), ...workers.filter(isWorker).map((file) => `src/${file}`)],
    outdir,
    entryNames: '[name]',
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    packages: 'external',
    alias: {
      '@pinmark/shared': join(folder, '../../packages/shared/src'),
      '@pinmark/follow': join(folder, '../../packages/follow/src'),
    },
    logLevel: 'warning',
  })
  return {
    start: (program, env, args) => new OwnProcess(join(outdir, `${program}.js`), env, args),
    remove: () => rm(outdir, { recursive: true }),
  }
}

function isWorker(file: string): boolean {
  return file.endsWith('.worker.ts')
}

/** A program in a process of its own. */
export class OwnProcess {
  readonly child: ChildProcess
  #output = ''

  constructor(file: string, env: Record<string, string>, args: string[] = []) {
    const { PATH = '', HOME = '' } = process.env
    this.child = spawn(process.execPath, [file, ...args], {
      cwd: folder,
      env: { PATH, HOME, ...env },
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
