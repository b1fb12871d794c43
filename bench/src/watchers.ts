import { z } from 'zod'
import { Forked } from './processes/fork'
import type { Bench } from './row'

export const watchSchema = z.object({
  /** Address of the event stream. */
  url: z.string(),
  count: z.number(),
  /** Watched besides with MongoDB's own change stream. */
  mongodbUri: z.string(),
})
const seenSchema = z.object({
  /** By mark: when each watcher saw it, in milliseconds of the machine's monotonic clock. */
  watchers: z.record(z.string(), z.array(z.number())),
  changeStream: z.record(z.string(), z.number()),
})

/** People who have one project open, as raw connections in a process of their own, with a raw change stream beside. */
export class Watchers {
  private constructor(private readonly process: Forked) {}

  /** Resolves when all of them are connected. */
  static async open(bench: Pick<Bench, 'afterwards'>, watch: z.infer<typeof watchSchema>): Promise<Watchers> {
    const process = Forked.start(bench, 'processes/watchers-process.ts')
    await process.ask(watch, z.object({ connected: z.number() }))
    return new Watchers(process)
  }

  /** What was seen since the last look. */
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

/** Recognises the comment in what arrives. */
export const markPattern = /mark-(\d+)-/g
