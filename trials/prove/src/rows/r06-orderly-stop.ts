import { givenOwner } from '@pinmark/testbed/client'
import { newServer, startMongo } from '@pinmark/testbed/scoped-server'
import type { Finding, Promised, Trial } from '../promise'
import { Writers } from '../writers'

const stops = { quick: 2, everyday: 10, long: 1_000 }
const writersAtOnce = 8

/** A client alternates between two servers, which are stopped and restarted one after the other. */
export const orderlyStop: Promised = {
  id: 'R6',
  promise: 'An orderly stop loses and refuses nothing that was accepted',
  shownBy:
    'Writers on persistent connections use two servers in turn. SIGTERM stops one server after the ' +
    'other under load. A writer changes to the other server only when its connection is refused.',
  target: '0 lost, 0 without an answer',
  isQuick: false,
  isAlone: true,
  try: (trial) => run(trial, 'SIGTERM'),
  control: { without: 'stopped by SIGKILL', try: (trial) => run(trial, 'SIGKILL') },
}

async function run(trial: Trial, signal: 'SIGTERM' | 'SIGKILL'): Promise<Finding> {
  const { random, size } = trial
  const mongo = await startMongo(trial)
  const environment = { MONGODB_URI: mongo.uri() }
  const instances = [
    await newServer(trial, { environment }),
    await newServer(trial, { environment }),
  ] as const
  for (const instance of instances) await instance.start()
  const urls = instances.map(({ url }) => url)
  const owner = await givenOwner(instances[0].url)
  const writers = await Writers.start({ urls, owner, random, count: writersAtOnce })
  trial.afterwards(() => writers.stop())

  for (let stop = 0; stop < stops[size]; stop += 1) {
    await writers.acknowledge(random.whole(20, 60))
    const instance = random.pick(instances)
    await instance.end(signal)
    // A load balancer sends no request to a server that is not ready.
    urls.splice(urls.indexOf(instance.url), 1)
    await instance.start()
    urls.push(instance.url)
  }
  await writers.acknowledge(20)
  await writers.stop()
  const { lost, acknowledged } = await writers.compare()
  const { unanswered } = writers
  return {
    held: lost.length === 0 && unanswered.length === 0 && acknowledged > 20 * stops[size],
    figure: `${lost.length} lost, ${unanswered.length} without an answer beside ${acknowledged} acknowledged writes over ${stops[size]} stops`,
    details: [...lost, ...unanswered].slice(0, 20).join('\n'),
  }
}
