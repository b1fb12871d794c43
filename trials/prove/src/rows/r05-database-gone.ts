import { call, givenOwner, givenProject, newComment, type CallOptions } from '@pinmark/testbed/client'
import type { MongoNode } from '@pinmark/testbed/mongo-set'
import { givenServer } from '../given-server'
import { inParallel } from '../in-parallel'
import type { Finding, Promised, Trial } from '../promise'
import { weakenedBy } from '../weakened'

const rounds = { quick: 1, everyday: 2, long: 100 }
const callsAtOnce = 16
const callsARound = { quick: 16, everyday: 48, long: 256 }
const answerMs = 2_000
/** A call that takes longer counts as unanswered. */
const patienceMs = 3_000

/** The database hangs, or is stopped so that its port refuses connections. Every kind of call is made meanwhile
 *  and afterwards. */
export const databaseGone: Promised = {
  id: 'R5',
  promise: 'Without its database the server answers 503 at once, and recovers automatically',
  shownBy:
    'SIGSTOP halts MongoDB, then SIGKILL ends it, so that its port refuses connections. Meanwhile ' +
    'reads, writes and logins continue.',
  target: `100 % 503 within ${answerMs / 1_000} s, and all served again afterwards`,
  isQuick: false,
  isAlone: true,
  try: (trial) => run(trial, []),
  control: {
    without: 'without the health check of the database',
    try: (trial) => run(trial, weakenedBy('trust-the-database')),
  },
}

interface Tried {
  status: number
  ms: number
  what: string
}

async function run(trial: Trial, nodeOptions: string[]): Promise<Finding> {
  const { api, node } = await givenServer(trial, { nodeOptions })
  const calls = await everyKindOfCall(api.url)
  const refused: Tried[] = []
  const served: Tried[] = []
  const backMs: number[] = []
  for (let round = 0; round < rounds[trial.size]; round += 1) {
    for (const outage of outages) {
      await outage.begin(node)
      refused.push(...(await askAll(calls, callsARound[trial.size])))
      const start = performance.now()
      await outage.end(node)
      await api.becomeReady()
      backMs.push(performance.now() - start)
      served.push(...(await askAll(calls, calls.length)))
    }
  }
  const good = refused.filter(({ status, ms }) => status === 503 && ms < answerMs)
  const bad = [
    ...refused.filter((one) => !good.includes(one)),
    ...served.filter(({ status }) => status >= 500),
  ]
  const slowest = Math.max(...refused.map(({ ms }) => ms))
  return {
    held: bad.length === 0 && refused.length >= callsARound[trial.size],
    figure: `${good.length} of ${refused.length} calls 503 in time, the slowest after ${(slowest / 1_000).toFixed(1)} s; back after at most ${(Math.max(...backMs) / 1_000).toFixed(1)} s`,
    details: bad
      .slice(0, 20)
      .map(({ what, status, ms }) => `${what}: ${status} after ${Math.round(ms)} ms`)
      .join('\n'),
  }
}

const outages: { begin: (node: MongoNode) => Promise<void>; end: (node: MongoNode) => Promise<void> }[] = [
  { begin: async (node) => node.freeze(), end: async (node) => node.thaw() },
  { begin: (node) => node.kill(), end: (node) => node.start() },
]

type Call = () => Promise<Tried>

async function everyKindOfCall(url: string): Promise<Call[]> {
  const owner = await givenOwner(url)
  const { token, email, password } = owner
  const { _id } = await givenProject(url, owner)
  const image = 'data:image/png;base64,AA=='
  const kinds: [string, CallOptions][] = [
    ['/projects', { token }],
    [`/projects/${_id}`, {}],
    [`/projects/${_id}`, { token }],
    ['/users/me', { token }],
    [`/projects/${_id}`, { method: 'PUT', token, body: { name: 'Another name' } }],
    [`/comment/add/${_id}`, { method: 'POST', body: newComment() }],
    ['/users/login', { method: 'POST', body: { email, password } }],
    ['/projects', { method: 'POST', token, body: { name: 'x', image } }],
  ]
  return kinds.map(([path, options]) => async () => {
    const start = performance.now()
    const what = `${options.method ?? 'GET'} ${path}`
    const answer = await call(`${url}${path}`, { ...options, timeoutMs: patienceMs }).catch(() => null)
    return { what, status: answer?.status ?? 0, ms: performance.now() - start }
  })
}

async function askAll(calls: readonly Call[], count: number): Promise<Tried[]> {
  const tried: Tried[] = []
  const asked = Array.from({ length: count }, (_, at) => calls[at % calls.length])
  await inParallel(asked, callsAtOnce, async (ask) => void (ask && tried.push(await ask())))
  return tried
}
