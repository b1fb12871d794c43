import { givenOwner } from '@pinmark/testbed/client'
import { givenServer } from '../given-server'
import type { Finding, Promised, Trial } from '../promise'
import { weakenedBy } from '../weakened'
import { Writers } from '../writers'

const kills = { quick: 3, everyday: 20, long: 10_000 }
const writersAtOnce = 6

/** Writers use every kind of write while the server, its database or both are killed at random times. */
export const acknowledged: Promised = {
  id: 'R1',
  promise: 'An acknowledged write is never lost, whichever process is killed',
  shownBy:
    'Writers record every answered write of every kind. SIGKILL ends the server, MongoDB or both. After ' +
    'a restart the stored data are compared with the records.',
  target: '0 lost',
  isQuick: true,
  try: (trial) => run(trial, ['server', 'database', 'both'], []),
  control: {
    without: 'with writes acknowledged before they are in the journal',
    try: (trial) => run(trial, ['database'], weakenedBy('acknowledge-early')),
  },
}

type Victim = 'server' | 'database' | 'both'

async function run(trial: Trial, victims: readonly Victim[], nodeOptions: string[]): Promise<Finding> {
  const { random, size } = trial
  const { api, node } = await givenServer(trial, { nodeOptions })
  const owner = await givenOwner(api.url)
  const writers = await Writers.start({ urls: [api.url], owner, random, count: writersAtOnce })
  trial.afterwards(() => writers.stop())

  for (let kill = 1; kill <= kills[size]; kill += 1) {
    await writers.acknowledge(random.whole(5, 60))
    const victim = random.pick(victims)
    trial.onProgress(`kill ${kill}: ${victim}`)
    await Promise.all([victim !== 'database' && api.end('SIGKILL'), victim !== 'server' && node.kill()])
    if (victim !== 'server') await node.start()
    if (victim !== 'database') await api.start()
    else await api.becomeReady()
  }
  await writers.acknowledge(10)
  await writers.stop()
  const { lost, acknowledged, facts } = await writers.compare()
  return {
    held: lost.length === 0 && acknowledged > 10 * kills[size],
    figure: `${lost.length} of ${facts} facts from ${acknowledged} acknowledged writes lost over ${kills[size]} kills`,
    details: lost.slice(0, 20).join('\n'),
  }
}
