import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'

const entry = fileURLToPath(new URL('../../apps/api/dist/main.js', import.meta.url))

/** A server of its own, for specs that end it: the built program as `npm start` runs it. */
export class OwnServer {
  readonly url: string
  #process: ChildProcess | undefined
  #output = ''

  private constructor(
    private readonly port: number,
    private readonly dataDir: string,
    private readonly environment: Record<string, string>,
  ) {
    this.url = `http://127.0.0.1:${port}`
  }

  static async on(dataDir: string, environment: Record<string, string> = {}): Promise<OwnServer> {
    return new OwnServer(await freePort(), dataDir, environment)
  }

  /** Starts and waits until it is ready to serve. */
  async start(): Promise<void> {
    const child = spawn(process.execPath, [entry], {
      env: {
        ...process.env,
        ...this.environment,
        PORT: String(this.port),
        HOST: '127.0.0.1',
        DATA_DIR: this.dataDir,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    child.stdout.on('data', (chunk) => (this.#output += chunk))
    child.stderr.on('data', (chunk) => (this.#output += chunk))
    this.#process = child
    for (;;) {
      if (child.exitCode !== null)
        throw new Error(`The server ended with code ${child.exitCode}:\n${this.#output}`)
      if (await isReady(this.url)) return
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }

  /** Ends it with a signal and waits for its end. */
  async end(signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null> {
    const child = this.#process
    if (!child || child.exitCode !== null || child.signalCode !== null) return null
    const ended = once(child, 'exit')
    child.kill(signal)
    await ended
    return child.exitCode
  }
}

async function isReady(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/readyz`)).ok
  } catch {
    return false
  }
}

async function freePort(): Promise<number> {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  if (address === null || typeof address === 'string') throw new Error('No free port.')
  return address.port
}
