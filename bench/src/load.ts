import { z } from 'zod'
import { Forked } from './processes/fork'
import type { Bench } from './row'

/** Requests of one kind, sent over and over. */
export const loadSchema = z.object({
  url: z.string(),
  /** That many at a time, each over a connection of its own. */
  connections: z.number(),
  seconds: z.number(),
  method: z.enum(['GET', 'POST', 'PATCH']).exactOptional(),
  headers: z.record(z.string(), z.string()).exactOptional(),
  /** `[<id>]` in it becomes something different in each request. */
  body: z.string().exactOptional(),
})
type Load = z.infer<typeof loadSchema>

const loadResultSchema = z.object({
  /** Answered a second. */
  rate: z.number(),
  requests: z.number(),
  /** Milliseconds. */
  p50: z.number(),
  p99: z.number(),
  /** Bytes a reply as they came over the wire, head included. */
  bytes: z.number(),
})
export type LoadResult = z.infer<typeof loadResultSchema>

/** Sends load from a process of its own: reads with wrk where it is installed, all else with autocannon. */
export class LoadGenerator {
  private constructor(private readonly process: Forked) {}

  static start(bench: Pick<Bench, 'afterwards'>): LoadGenerator {
    return new LoadGenerator(Forked.start(bench, 'processes/load-process.ts'))
  }

  /** @throws when any request failed or was answered with something else than success */
  run(load: Load): Promise<LoadResult> {
    return this.process.ask(load, loadResultSchema)
  }
}
