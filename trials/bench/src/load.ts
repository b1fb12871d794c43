import { z } from 'zod'
import { Forked } from './processes/fork'
import type { Bench } from './row'

/** Requests of one kind, sent repeatedly. */
export const loadSchema = z.object({
  url: z.string(),
  /** Number of concurrent requests, each over its own connection. */
  connections: z.number(),
  seconds: z.number(),
  method: z.enum(['GET', 'POST', 'PATCH']).exactOptional(),
  headers: z.record(z.string(), z.string()).exactOptional(),
  /** `[<id>]` in it becomes a unique text in each request. */
  body: z.string().exactOptional(),
})
type Load = z.infer<typeof loadSchema>

const loadResultSchema = z.object({
  /** Answers per second. */
  rate: z.number(),
  requests: z.number(),
  /** Milliseconds. */
  p50: z.number(),
  p99: z.number(),
  /** Bytes of a reply on the wire, including headers. */
  bytes: z.number(),
})
export type LoadResult = z.infer<typeof loadResultSchema>

/** Sends load from a separate process: reads with wrk if it is installed, everything else with autocannon. */
export class LoadGenerator {
  private constructor(private readonly process: Forked) {}

  static start(bench: Pick<Bench, 'afterwards'>): LoadGenerator {
    return new LoadGenerator(Forked.start(bench, 'processes/load-process.ts'))
  }

  /** @throws when a request failed or had no success status */
  run(load: Load): Promise<LoadResult> {
    return this.process.ask(load, loadResultSchema)
  }
}
