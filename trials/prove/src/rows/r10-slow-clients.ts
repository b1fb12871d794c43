import { setTimeout as pause } from 'node:timers/promises'
import { givenComment, givenOwner, givenProject } from '@pinmark/testbed/client'
import { drawNoise } from '@pinmark/testbed/test-image'
import { givenServer } from '../given-server'
import type { Finding, Promised, Trial } from '../promise'
import { SlowCrowd } from '../slow-crowd'
import { Visitors } from '../visitors'
import { weakenedBy } from '../weakened'

const sockets = { quick: 300, everyday: 1_000, long: 5_000 }
const rounds = { quick: 2, everyday: 4, long: 50 }
const callsARound = 300
const atOnce = 2
const targetRatio = 2
const megabyte = 1024 * 1024
const maxBytes = 300 * megabyte
/** Side of a picture whose bytes exceed the system's buffers for all readers. */
const pictureSidePx = 1_800

/** Rounds with and without slow connections alternate, so that other load on the machine affects both. */
export const slowClients: Promised = {
  id: 'R10',
  promise: 'Clients that send or read slowly, or not at all, block neither the service nor its memory',
  shownBy:
    'Some connections send a request a byte at a time. The same number of connections from 20 networks ' +
    'request a whole picture, and read little or nothing of it. Connections that the server closes are ' +
    'opened again. After the server has accepted all of them, others open a project. Rounds with and ' +
    'without them alternate.',
  target: `all others served, p99 below ${targetRatio} times that without them, less than 300 MB`,
  isQuick: false,
  isAlone: true,
  try: (trial) => run(trial, []),
  control: {
    without: 'with a limit of a hundred connections, and answers written regardless of their readers',
    try: (trial) => run(trial, [...weakenedBy('few-places'), ...weakenedBy('forget-readers')]),
  },
}

async function run(trial: Trial, nodeOptions: string[]): Promise<Finding> {
  const { api } = await givenServer(trial, { nodeOptions, environment: { TRUST_PROXY: '1' } })
  const image = await drawNoise(trial.random, pictureSidePx)
  const owner = await givenOwner(api.url)
  const { _id } = await givenProject(api.url, owner)
  for (let count = 0; count < 20; count += 1) await givenComment(api.url, _id)
  const picture = await givenProject(api.url, owner, { image })
  const page = `${api.url}/projects/${_id}?image=none`
  const visitors = new Visitors()
  trial.afterwards(async () => visitors.close())
  const openOften = async (calls = callsARound) => visitors.open({ page, calls, atOnce })
  await openOften()

  const idle: number[] = []
  const arriving: number[] = []
  const beside: number[] = []
  let [refused, reached] = [0, 0]
  let peak = 0
  const watch = setInterval(() => {
    void api.rssBytes().then((bytes) => (peak = Math.max(peak, bytes)))
  }, 50)
  trial.afterwards(async () => clearInterval(watch))
  const crowd = sockets[trial.size]
  for (let round = 0; round < rounds[trial.size]; round += 1) {
    idle.push(...(await openOften()).ms)
    const slow = new SlowCrowd({
      ...{ port: api.port, path: `/projects/${picture._id}` },
      ...{ senders: crowd, readers: crowd },
    })
    try {
      if (await Promise.race([slow.reached().then(() => true), pause(5_000, false)])) reached += 1
      // The system has accepted the connections. The server still has to accept the last of them.
      const first = await openOften(atOnce)
      const opened = await openOften()
      arriving.push(...first.ms)
      beside.push(...opened.ms)
      refused += first.refused + opened.refused
    } finally {
      await slow.close()
    }
    // Closing thousands of connections is extra work, and not part of a round without them.
    await pause(2_000)
  }
  const [p99Idle, p99Beside] = [percentile99(idle), percentile99(beside)]
  const ratio = p99Beside / p99Idle
  return {
    held: refused === 0 && ratio < targetRatio && peak < maxBytes,
    figure: `p99 ${p99Beside.toFixed(0)} ms beside ${crowd} slow senders and ${crowd} slow readers, connected in ${reached} of ${rounds[trial.size]} rounds, ${p99Idle.toFixed(0)} ms without: ${ratio.toFixed(1)} times; at most ${slowest(arriving).toFixed(0)} ms while the last of them are accepted; ${refused} of ${arriving.length + beside.length + refused} not served; at most ${Math.round(peak / megabyte)} MB`,
  }
}

/** Infinite if nothing was served. */
function percentile99(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.99)] ?? Number.POSITIVE_INFINITY
}

/** Infinite if nothing was served. */
function slowest(values: readonly number[]): number {
  return values.length > 0 ? Math.max(...values) : Number.POSITIVE_INFINITY
}
