import { setTimeout as pause } from 'node:timers/promises'
import { call, givenOwner, givenProject, newComment, type Owner } from '@pinmark/testbed/client'
import type { ServerOptions } from '@pinmark/testbed/scoped-server'
import { drawDesign } from '@pinmark/testbed/test-image'
import { walkHeavyPages } from '../calls/heavy-pages'
import { givenHeavyProject, heavyReads } from '../calls/heavy-reads'
import { largestRequests } from '../calls/largest-requests'
import { givenTestProject } from '../calls/test-project'
import { walkLargest } from '../calls/walk-largest'
import { Flood } from '../flood'
import { givenServer } from '../given-server'
import type { Finding, Promised, Trial } from '../promise'
import { sendUpload, UploadFlood } from '../upload-flood'
import { weakenedBy } from '../weakened'

const seconds = { quick: 5, everyday: 15, long: 600 }
/** Number of uploads of each honest account, one after the other. */
const uploads = { quick: 2, everyday: 4, long: 100 }
const honestAccounts = 3
const floodedUploadsAtOnce = 24
const floodPerSecond = 2_000
const honestPerSecond = 20
const answerMs = 5_000
const maxStallMs = 50

/** The server is behind a trusted proxy, which reports the network of each visitor. */
export const flood: Promised = {
  id: 'R11',
  promise: 'A flood of calls or uploads, or the largest request of any call, does not hurt others',
  shownBy:
    'One network makes 2000 calls a second, beside twenty others that read and comment at 20 calls a ' +
    'second. Then one account uploads 24 images of 49 megapixels at a time, beside 3 others. Then a ' +
    'project of long comments with the maximum number of replies is read, and forty live pages ' +
    'reconnect to it and receive an agreement. Every call gets the largest bodies and heads that it ' +
    'accepts, in every shape that is expensive to read. These are sent one at a time, and each is tried ' +
    'three times before it counts as slow.',
  target: `100 % of the others served, no request holds the event loop for more than ${maxStallMs} ms`,
  isQuick: false,
  isAlone: true,
  try: async (trial) => both(await run(trial, { hasOwnLine: true }), await walk(trial, [])),
  control: {
    without:
      'without the limits of a network and a connection, with all uploads of one account, and with bodies that are parsed at once',
    try: async (trial) =>
      both(
        await run(trial, {
          environment: unlimited,
          nodeOptions: weakenedBy('let-pile-up'),
          hasOwnLine: false,
        }),
        await walk(trial, weakenedBy('parse-at-once')),
      ),
  },
}

const limited = { RATE_LIMIT_FACTOR: '1' }
const unlimited = { RATE_LIMIT_FACTOR: '0' }

interface RunOptions extends ServerOptions {
  /** Whether the honest uploads come from other accounts and networks than the flood. */
  hasOwnLine: boolean
}

async function run(
  trial: Trial,
  { environment = limited, nodeOptions = [], hasOwnLine }: RunOptions,
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
  const uploaded = await uploadBeside(trial, api.url, hasOwnLine)
  return {
    held: troubles.length === 0 && uploaded.held && storm.sent > 0.5 * floodPerSecond * seconds[trial.size],
    figure: `${ms.length} of ${count} of the others served, the slowest in ${Math.round(slowest)} ms, beside ${storm.sent} calls of the flood (${storm.refused} refused); ${uploaded.figure}`,
    details: [...troubles.slice(0, 20), uploaded.details].join('\n'),
  }
}

async function uploadBeside(trial: Trial, url: string, hasOwnLine: boolean): Promise<Finding> {
  const flooder = await givenOwner(url)
  const floodNetwork = '203.0.113.7'
  const accounts = await Promise.all(Array.from({ length: honestAccounts }, () => givenOwner(url)))
  const { buffer } = await drawDesign({ width: 400, height: 300, marker: { x: 50, y: 50 } })
  const flooding = await UploadFlood.start(url, flooder, floodNetwork, floodedUploadsAtOnce)
  trial.afterwards(async () => flooding.close())
  await pause(1_000)
  const statuses: (number | string)[] = []
  const ms: number[] = []
  const uploadAll = async (owner: Owner, at: number) => {
    for (let count = 0; count < uploads[trial.size]; count += 1) {
      const start = performance.now()
      statuses.push(
        hasOwnLine
          ? await sendUpload(url, owner, `198.51.${at}.9`, buffer)
          : await sendUpload(url, flooder, floodNetwork, buffer),
      )
      ms.push(performance.now() - start)
    }
  }
  await Promise.all(accounts.map(uploadAll))
  flooding.close()
  const stored = statuses.filter((status) => status === 201).length
  return {
    held: stored === statuses.length && flooding.sent > floodedUploadsAtOnce,
    figure: `${stored} of ${statuses.length} uploads of others stored, the slowest in ${(Math.max(...ms) / 1_000).toFixed(1)} s, beside ${flooding.sent} of the flood (${flooding.prepared} prepared)`,
    details: statuses.filter((status) => status !== 201).join(', '),
  }
}

/** Sufficient for the control. */
const widest = /^POST \/projects, JSON, (a wide array|many keys)$/

async function walk(trial: Trial, nodeOptions: string[]): Promise<Finding> {
  const { api } = await givenServer(trial, { nodeOptions: [...weakenedBy('watch-loop'), ...nodeOptions] })
  const testProject = await givenTestProject(api.url)
  const project = await givenHeavyProject(api.url, testProject.owner)
  const heavy = heavyReads(project)
  const all = await largestRequests(testProject, trial.random)
  const requests = [...heavy, ...(trial.size === 'quick' ? all.filter(({ what }) => widest.test(what)) : all)]
  const walked = [
    ...(await walkHeavyPages(api, project, maxStallMs)),
    ...(await walkLargest(api, requests, maxStallMs)),
  ]
  const slowest = walked.toSorted((one, other) => other.stallMs - one.stallMs)
  const faults = walked.filter(({ status }) => status === 0 || status >= 500)
  const longest = slowest[0]?.stallMs ?? Number.POSITIVE_INFINITY
  const isComplete = walked.length > requests.length
  return {
    held: isComplete && faults.length === 0 && longest <= maxStallMs,
    figure: `event loop held for at most ${longest.toFixed(0)} ms by ${walked.length} largest requests and live pages, ${faults.length} × 5xx or broken off`,
    details: [...faults, ...slowest.slice(0, 10)]
      .map(({ what, status, stallMs }) => `${stallMs} ms, ${status}: ${what}`)
      .join('\n'),
  }
}

/** Both halves, with the figures of each. */
function both(one: Finding, other: Finding): Finding {
  return {
    held: one.held && other.held,
    figure: `${one.figure}; ${other.figure}`,
    details: [one.details, other.details].join('\n'),
  }
}
