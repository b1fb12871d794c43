import { call, givenOwner, givenProject, newComment } from '@pinmark/testbed/client'
import { Flood } from '../flood'
import { givenServer, type ServerOptions } from '../given-server'
import { pause } from '../pause'
import type { Finding, Promised, Trial } from '../promise'
import { weakenedBy } from '../weakened'

const seconds = { quick: 5, everyday: 15, long: 600 }
const floodPerSecond = 2_000
const honestPerSecond = 20
const answerMs = 5_000

/** The server stands behind a proxy it trusts, which names the network of each visitor. */
export const flood: Promised = {
  id: 'R11',
  promise: "One network's flood does not hurt others",
  shownBy: `${floodPerSecond} calls a second of one network, ${honestPerSecond} a second of twenty others that read and comment`,
  target: '100 % of the others served',
  isQuick: false,
  isAlone: true,
  try: (trial) => run(trial, {}),
  control: {
    without: 'without the limits of a network and a connection',
    try: (trial) => run(trial, { environment: unlimited, nodeOptions: weakenedBy('let-pile-up') }),
  },
}

const limited = { RATE_REQUESTS_PER_MINUTE: '', RATE_REQUESTS_AT_ONCE: '' }
const unlimited = { RATE_REQUESTS_PER_MINUTE: '1000000', RATE_REQUESTS_AT_ONCE: '1000000' }

async function run(
  trial: Trial,
  { environment = limited, nodeOptions = [] }: ServerOptions,
): Promise<Finding> {
  const { api } = await givenServer(trial, { environment: { TRUST_PROXY: '1', ...environment }, nodeOptions })
  const owner = await givenOwner(api.url)
  const { _id } = await givenProject(api.url, owner)
  const storm = new Flood(api.port, `/projects/${_id}`, '203.0.113.7', floodPerSecond)
  trial.afterwards(async () => storm.close())

  const ms: number[] = []
  const troubles: string[] = []
  const honest = async (at: number): Promise<void> => {
    const start = performance.now()
    const headers = { 'X-Forwarded-For': `198.51.${at % 20}.9` }
    const reads = at % 2 === 0
    const answer = await (
      reads
        ? call(`${api.url}/projects/${_id}?image=none`, { headers, timeoutMs: answerMs })
        : call(`${api.url}/comment/add/${_id}`, {
            method: 'POST',
            headers,
            body: newComment(),
            timeoutMs: answerMs,
          })
    ).catch((error: unknown) => String(error))
    const status = typeof answer === 'string' ? answer : answer.status
    if (status === (reads ? 200 : 201)) ms.push(performance.now() - start)
    else troubles.push(`${reads ? 'read' : 'comment'}: ${status}`)
  }
  const count = seconds[trial.size] * honestPerSecond
  const asked: Promise<void>[] = []
  for (let at = 0; at < count; at += 1) {
    asked.push(honest(at))
    await pause(1_000 / honestPerSecond)
  }
  await Promise.all(asked)
  storm.close()
  const slowest = Math.max(...ms)
  return {
    held: troubles.length === 0 && storm.sent > 0.5 * floodPerSecond * seconds[trial.size],
    figure: `${ms.length} of ${count} of the others served, the slowest in ${Math.round(slowest)} ms, beside ${storm.sent} calls of the flood (${storm.refused} refused)`,
    details: troubles.slice(0, 20).join('\n'),
  }
}
