import { createServer } from 'node:http'
import { listenOnFreePort } from '@pinmark/testbed/free-port'
import fc from 'fast-check'
import { calls } from '@pinmark/testbed/calls'
import { largestUploads } from '../calls/largest-requests'
import { oddRequests, type OddContext } from '../calls/odd-requests'
import { addressIn, givenTestProject } from '../calls/test-project'
import { sendRaw } from '../calls/raw-request'
import { outlivesWaitingUploads } from '../calls/waiting-uploads'
import { sendRequest } from '../http-request'
import { givenInstance } from '../given-instance'
import { givenServer } from '../given-server'
import { inParallel } from '../in-parallel'
import type { Finding, Promised, Trial } from '../promise'

const counts = { quick: 2_000, everyday: 20_000, long: 10_000_000 }
const perBatch = 2_000

/** Requests that no client would send, each over its own connection. A 5xx is an error of the server, and so is
 *  the end of its process. */
export const anyInput: Promised = {
  id: 'R7',
  promise: 'No address, header, body or file causes a server error, or ends the server',
  shownBy:
    'Generated requests are sent over raw connections: naughty strings, broken forms, nested JSON, ' +
    'false lengths, noise. Meanwhile unfinished uploads of visitors queue for longer than the time ' +
    'limit of a body. Then bodies of the size of an upload follow: wide, deep, escaped or spaced. The ' +
    'server has a heap of 512 MB.',
  target: '0 × 5xx, 0 deaths',
  isQuick: true,
  try: async (trial) => {
    const api = await givenInstance(trial)
    const testProject = await givenTestProject(api.url)
    // Requests that need a project find one, until one of them deletes it.
    const context = {
      calls: calls.filter(({ key }) => key !== 'DELETE /projects/{projectId}'),
      token: testProject.owner.token,
      addressOf: (path: string) => addressIn(path, testProject),
    }
    const { pid } = api
    const waiting = trial.size === 'quick' ? null : outlivesWaitingUploads(trial)
    const finding = await run(trial, api.port, context, counts[trial.size])
    const uploads = trial.size === 'quick' ? null : await sendLargest(trial)
    const outlives = (await waiting) ?? true
    const isAlive = api.isRunning && api.pid === pid && outlives && (await isReady(api.url))
    const unexpected = api.output.split('\n').filter((line) => line.includes('unexpected error'))
    return {
      held: finding.held && isAlive && unexpected.length === 0 && uploads?.held !== false,
      figure:
        `${finding.figure}, ${isAlive ? 0 : 1} deaths, ${unexpected.length} unexpected errors in the log` +
        (uploads ? `; ${uploads.figure}` : ''),
      details: [finding.details, ...unexpected.slice(0, 5), uploads?.details].join('\n'),
    }
  },
  control: { without: 'with a server that trusts its input', try: runBelieving },
}

async function run(trial: Trial, port: number, context: OddContext, count: number): Promise<Finding> {
  const requests = oddRequests(context)
  const faults: string[] = []
  let answered = 0
  for (let sent = 0; sent < count; sent += perBatch) {
    const numRuns = Math.min(perBatch, count - sent)
    const batch = fc.sample(requests, { numRuns, seed: trial.random.whole(0, 2 ** 31 - 1) })
    await inParallel(batch, 16, async ({ bytes, isBroken, isHttp }) => {
      let { statuses } = await sendRaw(port, bytes, isBroken)
      // An overloaded machine is not the fault of the request. A request that always gets this answer is reported.
      for (let again = 0; again < 4 && statuses.includes(503); again += 1) {
        ;({ statuses } = await sendRaw(port, bytes, isBroken))
      }
      if (statuses.length > 0) answered += 1
      for (const status of statuses)
        if (status >= 500 || (!isHttp && status !== 400))
          faults.push(`${status}: ${bytes.toString('latin1').slice(0, 600)}`)
    })
    trial.onProgress(`${sent + numRuns} of ${count} requests`)
  }
  return {
    held: faults.length === 0 && answered > count * 0.8,
    figure: `${faults.length} × 5xx in ${count} odd requests (${answered} answered)`,
    details: faults.slice(0, 5).join('\n\n'),
  }
}

/** Bodies of the maximum size of an upload, one at a time. */
async function sendLargest(trial: Trial): Promise<Finding> {
  const { api } = await givenServer(trial, { nodeOptions: ['--max-old-space-size=512'] })
  const testProject = await givenTestProject(api.url)
  const requests = await largestUploads(testProject, trial.random)
  const faults: string[] = []
  for (const { what, ...question } of requests) {
    const { status } = await sendRequest(api.url, question).catch(() => ({ status: 0 }))
    if (status === 0 || status >= 500) faults.push(`${status}: ${what}`)
    if (!api.isRunning) break
  }
  return {
    held: faults.length === 0 && api.isRunning,
    figure: `${faults.length} × 5xx or broken off in ${requests.length} bodies at the size of an upload, ${api.isRunning ? 0 : 1} deaths`,
    details: faults.join('\n'),
  }
}

async function isReady(url: string): Promise<boolean> {
  return (await sendRequest(url, { method: 'GET', path: '/readyz' })).status === 200
}

/** Treats addresses and bodies as valid without a check. */
async function runBelieving(trial: Trial): Promise<Finding> {
  const server = createServer((request, response) => {
    void (async () => {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(Buffer.from(chunk))
      const path = decodeURIComponent(request.url ?? '')
      const { name } = JSON.parse(Buffer.concat(chunks).toString())
      response.end(`${path} ${name.trim()}`)
    })().catch(() => response.writeHead(500).end())
  })
  const port = await listenOnFreePort(server)
  trial.afterwards(() => Promise.resolve(server.close()))
  const upload = calls.filter(({ name }) => name === 'createProject')
  return run(trial, port, { calls: upload, token: 'a.b.c', addressOf: (path) => path }, 200)
}
