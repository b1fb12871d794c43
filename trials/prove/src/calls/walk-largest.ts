import type { Instance } from '@pinmark/testbed/instance'
import { sendRequest } from '../http-request'
import { longestStallMs } from '../loop-watch'
import type { LargestRequest } from './largest-requests'

/** A request, and for how long it blocked the event loop. */
export interface Walked {
  what: string
  status: number
  stallMs: number
}

/** Number of repeated measurements when the loop seems to be blocked, because another process may have used the
 *  core. */
const tries = 3

/** Sends each request alone, and measures for how long the server answered no other request. The server has to run
 *  with `watch-loop`. Stops when the server has stopped. */
export async function walkLargest(
  api: Instance,
  requests: readonly LargestRequest[],
  maxStallMs: number,
): Promise<Walked[]> {
  const walked: Walked[] = []
  for (const { what, ...question } of requests) {
    walked.push(
      await leastStall(api, what, maxStallMs, async () => (await sendRequest(api.url, question)).status),
    )
    if (!api.isRunning) break
  }
  return walked
}

/** Measures for how long the server answered no request while something is done.
 *  @param act returns the status of its answer
 *  @returns the first outcome within `maxStallMs`, else the best one */
export async function leastStall(
  api: Instance,
  what: string,
  maxStallMs: number,
  act: () => Promise<number>,
): Promise<Walked> {
  let best: Walked = { what, status: 0, stallMs: Number.POSITIVE_INFINITY }
  for (let attempt = 0; attempt < tries && best.stallMs > maxStallMs && api.isRunning; attempt += 1) {
    await longestStallMs(api)
    const status = await act().catch(() => 0)
    const stallMs = api.isRunning ? await longestStallMs(api) : Number.POSITIVE_INFINITY
    if (stallMs <= best.stallMs) best = { what, status, stallMs }
  }
  return best
}
