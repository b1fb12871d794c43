import type { Instance } from '@pinmark/testbed/instance'
import { exchange } from '../exchange'
import { longestStallMs } from '../loop-watch'
import type { LargestRequest } from './largest-requests'

/** A request and for how long it held the event loop. */
export interface Walked {
  what: string
  status: number
  stallMs: number
}

/** How often a request is measured again when it seems to hold the loop, because another process may have had the
 *  core. */
const tries = 3

/** Sends each request alone, and measures for how long the server answered no other request. The server has to run
 *  with `watch-loop`. Ends early when the server ends. */
export async function walkLargest(
  api: Instance,
  requests: readonly LargestRequest[],
  maxStallMs: number,
): Promise<Walked[]> {
  const walked: Walked[] = []
  for (const request of requests) {
    let best: Walked | null = null
    for (let attempt = 0; attempt < tries && (best?.stallMs ?? Infinity) > maxStallMs; attempt += 1) {
      const outcome = await walk(api, request)
      if (!best || outcome.stallMs < best.stallMs) best = outcome
      if (!api.isRunning) break
    }
    if (best) walked.push(best)
    if (!api.isRunning) break
  }
  return walked
}

async function walk(api: Instance, { what, ...question }: LargestRequest): Promise<Walked> {
  await longestStallMs(api)
  const { status } = await exchange(api.url, question).catch(() => ({ status: 0 }))
  const stallMs = api.isRunning ? await longestStallMs(api) : Number.POSITIVE_INFINITY
  return { what, status, stallMs }
}
