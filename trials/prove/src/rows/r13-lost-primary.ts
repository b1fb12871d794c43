import { setTimeout as pause } from 'node:timers/promises'
import { givenOwner } from '@pinmark/testbed/client'
import { newServer, startMongo } from '@pinmark/testbed/scoped-server'
import type { Finding, Promised, Trial } from '../promise'
import { weakenedBy } from '../weakened'
import { Writers } from '../writers'

const failovers = { quick: 1, everyday: 3, long: 100 }
const writersAtOnce = 6
const secondsAtMost = 15

/** Two servers on a database of three nodes. The secondaries are killed shortly before the primary, so that its
 *  writes in between are on no other node. */
export const lostPrimary: Promised = {
  id: 'R13',
  promise: 'Losing the primary of three database nodes loses nothing that was acknowledged',
  shownBy:
    'Two servers use a replica set of three. Under load SIGKILL ends the secondaries, and 0.3 s later ' +
    'the primary. The secondaries start again without it. Then the data are compared.',
  target: `0 lost, writes go on within ${secondsAtMost} s`,
  isQuick: false,
  try: (trial) => run(trial, []),
  control: {
    without: 'with writes acknowledged by one node only',
    try: (trial) => run(trial, weakenedBy('acknowledge-early')),
  },
}

async function run(trial: Trial, nodeOptions: string[]): Promise<Finding> {
  const { random, size } = trial
  const mongo = await startMongo(trial, 3)
  const environment = { MONGODB_URI: mongo.uri() }
  const urls: string[] = []
  for (let count = 0; count < 2; count += 1) {
    const instance = await newServer(trial, { environment, nodeOptions })
    urls.push((await instance.start()).url)
  }
  const owner = await givenOwner(urls[0] ?? '')
  const writers = await Writers.start({ urls, owner, random, count: writersAtOnce })
  trial.afterwards(() => writers.stop())

  const waits: number[] = []
  for (let count = 0; count < failovers[size]; count += 1) {
    await writers.acknowledge(random.whole(20, 80))
    const primary = await mongo.primary()
    const others = mongo.nodes.filter((node) => node !== primary)
    // If they were only halted, they would still receive the data in their sockets.
    await Promise.all(others.map((node) => node.kill()))
    await pause(300)
    await primary.kill()
    await Promise.all(others.map((node) => node.start()))
    const start = performance.now()
    // More than can still have been in transit.
    await writers.acknowledge(2 * writersAtOnce)
    waits.push((performance.now() - start) / 1_000)
    trial.onProgress(`writes went on after ${waits.at(-1)?.toFixed(1)} s`)
    await primary.start()
    await mongo.settled()
  }
  await writers.stop()
  const { lost, acknowledged } = await writers.compare()
  const longest = Math.max(...waits)
  return {
    held: lost.length === 0 && longest < secondsAtMost && acknowledged > 20 * failovers[size],
    figure: `${lost.length} lost of ${acknowledged} acknowledged writes over ${failovers[size]} lost primaries, writes went on after at most ${longest.toFixed(1)} s`,
    details: lost.slice(0, 20).join('\n'),
  }
}
