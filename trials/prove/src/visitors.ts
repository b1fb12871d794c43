import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { endWithThisProcess } from '@pinmark/testbed/end-with-process'
import { z } from 'zod'

const openedSchema = z.object({ ms: z.array(z.number()), refused: z.number() })

export interface Rush {
  /** An address of the API. */
  page: string
  calls: number
  atOnce: number
}

/** Visitors who open a page, in a separate process, so that other work of the trial is not measured as the
 *  server's delay. */
export class Visitors {
  readonly #process: ChildProcess

  constructor() {
    this.#process = fork(fileURLToPath(new URL('visitors-process.ts', import.meta.url)))
    endWithThisProcess(this.#process)
  }

  /** @returns the duration of each served call in ms, and how many were not served within 2 s */
  async open(rush: Rush): Promise<z.infer<typeof openedSchema>> {
    const answered = once(this.#process, 'message')
    this.#process.send(rush)
    const [opened]: unknown[] = await answered
    return openedSchema.parse(opened)
  }

  close(): void {
    this.#process.kill('SIGKILL')
  }
}
