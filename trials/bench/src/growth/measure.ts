import { median } from '../figure'
import type { Bench } from '../row'
import { followedCalls, type FollowedCall } from './calls'
import { footprintsIn, type Footprint } from './footprint'
import { startServers } from './servers'

/** The time of one call at each size. */
export interface Curve {
  name: string
  panel: FollowedCall['panel']
  points: { size: number; /** Milliseconds, the median of each round. */ rounds: number[] }[]
}

export interface Growth {
  curves: Curve[]
  /** Of the largest server. */
  footprints: Footprint[]
}

const callsARound = 6

/** Measures every call at every size. The sizes alternate within a round, so that other load on the machine
 *  affects all of them. One call at a time; the first round warms up. */
export async function measureGrowth(bench: Bench): Promise<Growth> {
  const servers = await startServers(bench)
  const fullest = servers.at(-1)
  const footprints = fullest ? await footprintsIn(fullest.site) : []
  const curves = followedCalls.map(({ name, panel }) => ({
    name,
    panel,
    points: servers.map(({ size }): Curve['points'][number] => ({ size, rounds: [] })),
  }))
  for (let round = 0; round <= bench.rounds; round += 1) {
    for (const [place, call] of followedCalls.entries()) {
      for (const [step, server] of rotated([...servers.entries()], round)) {
        const took = await timeOf(() => call.send(server))
        if (round > 0) curves[place]?.points[step]?.rounds.push(took)
      }
    }
    bench.onProgress(round === 0 ? 'warmed up' : `round ${round} of ${bench.rounds}`)
  }
  return { curves, footprints }
}

/** Each round starts with another size, because the first one finds a cooler machine. */
function rotated<T>(list: T[], by: number): T[] {
  const start = by % list.length
  return [...list.slice(start), ...list.slice(0, start)]
}

async function timeOf(call: () => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let count = 0; count < callsARound; count += 1) {
    const start = performance.now()
    await call()
    times.push(performance.now() - start)
  }
  return median(times)
}
