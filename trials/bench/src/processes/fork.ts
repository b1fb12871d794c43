import { fork as forkProcess, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import type { Bench } from '../row'

const failureSchema = z.object({ error: z.string() })

/** A program of this package in a separate process, so that it shares no event loop with its caller. It
 *  answers each message with one message, and ends with the row or with this process. */
export class Forked {
  private constructor(private readonly child: ChildProcess) {}

  /** @param program below `trials/bench/src`, such as `peers/bare-insert.ts` */
  static start(
    { afterwards }: Pick<Bench, 'afterwards'>,
    program: string,
    { environment = {}, execArgv = [] }: { environment?: Record<string, string>; execArgv?: string[] } = {},
  ): Forked {
    const child = forkProcess(fileURLToPath(new URL(`../${program}`, import.meta.url)), [], {
      env: { ...process.env, NODE_ENV: 'production', ...environment },
      execArgv: [...process.execArgv, ...execArgv],
    })
    const forked = new Forked(child)
    afterwards(() => forked.end())
    return forked
  }

  get pid(): number {
    if (this.child.pid === undefined) throw new Error('The process was not started.')
    return this.child.pid
  }

  /** Sends a message and waits for the answer. @throws when the process ends, or answers with an error */
  async ask<T>(message: object, schema: z.ZodType<T>): Promise<T> {
    const answer = this.next(schema)
    this.child.send(message)
    return answer
  }

  /** The next message it sends. */
  async next<T>(schema: z.ZodType<T>): Promise<T> {
    const waiting = new AbortController()
    const ended = once(this.child, 'exit', { signal: waiting.signal }).then(([code]) => {
      throw new Error(`${this.child.spawnargs.at(-1)} ended with ${code}.`)
    })
    const said = once(this.child, 'message', { signal: waiting.signal })
    try {
      const [answer]: unknown[] = await Promise.race([said, ended])
      const failed = failureSchema.safeParse(answer)
      if (failed.success) throw new Error(failed.data.error)
      return schema.parse(answer)
    } finally {
      waiting.abort()
      await Promise.allSettled([said, ended])
    }
  }

  async end(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return
    const ended = once(this.child, 'exit')
    this.child.kill('SIGKILL')
    await ended
  }
}
