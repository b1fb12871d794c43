import { z } from 'zod'
import { Forked } from './processes/fork'
import type { Bench } from './row'

export const watchSchema = z.object({
  /** Address of the event stream. */
  url: z.string(),
  count: z.number(),
  /** Also watched with MongoDB's own change stream. */
  mongodbUri: z.string(),
})
const seenSchema = z.object({
  /** By mark: when each watcher received it, in milliseconds of the machine's monotonic clock. */
  watchers: z.record(z.string(), z.array(z.number())),
  changeStream: z.record(z.string(), z.number()),
})

/** Visitors with one project open, as raw connections in a separate process, and a raw change stream. */
export class Watchers {
  private constructor(private readonly process: Forked) {}

  /** Resolves when all of them are connected. */
  static async open(bench: Pick<Bench, 'afterwards'>, watch: z.infer<typeof watchSchema>): Promise<Watchers> {
    const process = Forked.start(bench, 'processes/watchers-process.ts')
    await process.ask(watch, z.object({ connected: z.number() }))
    return new Watchers(process)
  }

  /** The marks since the last call. */
  collect(): Promise<z.infer<typeof seenSchema>> {
    return this.process.ask({ collect: true }, seenSchema)
  }

  end(): Promise<void> {
    return this.process.end()
  }
}

/** Milliseconds of a clock that all processes of the machine share. */
export function machineMs(): number {
  return Number(process.hrtime.bigint()) / 1e6
}

/** Identifies the comment in a message. */
export const markPattern = /mark-(\d+)-/g
