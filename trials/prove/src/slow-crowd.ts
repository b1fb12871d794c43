import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { endWithThisProcess } from '@pinmark/testbed/end-with-process'

export interface CrowdSize {
  port: number
  /** An answer of several megabytes. */
  path: string
  senders: number
  readers: number
}

/** Slow senders and slow readers in a separate process, so that the cost of thousands of client connections is not
 *  measured as the server's delay. */
export class SlowCrowd {
  readonly #process: ChildProcess

  constructor(size: CrowdSize) {
    this.#process = fork(fileURLToPath(new URL('slow-crowd-process.ts', import.meta.url)))
    endWithThisProcess(this.#process)
    this.#process.send(size)
  }

  /** Resolves when nearly all senders and all readers have connected. */
  async reached(): Promise<void> {
    await once(this.#process, 'message')
  }

  /** Ends all connections at once. */
  async close(): Promise<void> {
    const ended = once(this.#process, 'exit')
    this.#process.kill('SIGKILL')
    await ended
  }
}
