import { createServer } from 'node:http'
import { listenOnFreePort } from '@pinmark/testbed/free-port'
import { givenOwner } from '@pinmark/testbed/client'
import { startMongo } from '@pinmark/testbed/scoped-server'
import { calls, type Call } from '@pinmark/testbed/calls'
import { operatorQuery, operatorValue } from '../calls/operators'
import { addressIn, bearer, givenTestProject, type TestProject } from '../calls/test-project'
import { sampleBody } from '@pinmark/testbed/sample-bodies'
import { sendRequest, type HttpRequest, type HttpAnswer } from '../http-request'
import { givenInstance } from '../given-instance'
import { inParallel } from '../in-parallel'
import type { Finding, Promised, Trial } from '../promise'

const counts = { quick: 400, everyday: 2_000, long: 500_000 }
const logIn = 'POST /users/login'

/** Operators instead of values, in every field of every call, in addresses and headers. Only plain text may be
 *  accepted, and no attempt may log in. */
export const noOperators: Promised = {
  id: 'S4',
  promise: 'No input is interpreted as a database operator',
  shownBy:
    'Every field, query and path of every call gets operators, types of the driver and fragments of ' +
    'JavaScript.',
  target: '0 bypasses, 0 × 5xx',
  isQuick: true,
  try: (trial) => run(trial, counts[trial.size]),
  control: { without: 'with a login that passes its body to the database unchecked', try: runCareless },
}

async function run(trial: Trial, count: number): Promise<Finding> {
  const api = await givenInstance(trial)
  const testProject = await givenTestProject(api.url)
  const stranger = await givenOwner(api.url, 'Ines Falk')
  // If the session ended, all later refusals would have another reason.
  const lasting = calls.filter(({ key }) => !/logout|DELETE \/projects\/\{projectId\}$/.test(key))
  // Each login computes a hash.
  const isRare = ({ key }: Call) => /\/users\/(login|register|password|deletion)$/.test(key)
  const [rare, usual] = [lasting.filter(isRare), lasting.filter((call) => !isRare(call))]
  const tried = tryOperators(trial, count, {
    ask: (question) => sendRequest(api.url, question),
    pickCall: () => trial.random.pick(trial.random.next() < 0.2 ? rare : usual),
    testProject,
    headers: () => trial.random.pick([bearer(testProject.owner), bearer(stranger), testProject.guest, {}]),
  })
  const finding = await tried
  return { ...finding, held: finding.held && api.isRunning && !api.output.includes('unexpected error') }
}

interface Target {
  ask: (question: HttpRequest) => Promise<HttpAnswer>
  pickCall: () => Call
  testProject: TestProject
  headers: () => Record<string, string>
}

async function tryOperators(
  trial: Trial,
  count: number,
  { ask, pickCall, testProject, headers }: Target,
): Promise<Finding> {
  const bypasses: string[] = []
  const faults: string[] = []
  const fields = new Set<string>()
  await inParallel(Array.from({ length: count }), 12, async () => {
    const { random } = trial
    const call = pickCall()
    const sample = await sampleBody(call)
    const value = operatorValue(random)
    const path = addressIn(call.path, testProject)
    let question: HttpRequest = { method: call.method, path, headers: headers() }
    let isHarmless = value.isText
    if (sample && call.fields.length > 0) {
      const field = random.pick(call.fields)
      fields.add(`${call.key} ${field}`)
      const rest = Object.entries(sample).filter(([name]) => name !== field)
      const members = [
        ...rest.map(([name, other]) => `${JSON.stringify(name)}:${JSON.stringify(other)}`),
        `"${field}":${value.json}`,
      ]
      question = {
        ...question,
        headers: { ...question.headers, 'Content-Type': 'application/json' },
        body: `{${members.join(',')}}`,
      }
    } else if (random.next() < 0.5) {
      question.path += `?${operatorQuery(random.pick([...call.query, 'id', 'projectId']), random)}`
      // Unknown names are ignored.
      isHarmless = true
    } else {
      question.path = call.path.replace(/\{\w+\}/, encodeURIComponent(value.json))
      isHarmless = !call.path.includes('{')
    }
    const { status, text } = await ask(question)
    const what = `${question.method} ${question.path} ${String(question.body ?? '').slice(0, 200)}: ${status}`
    if (status >= 500) faults.push(what)
    else if (status < 300 && (!isHarmless || (call.key === logIn && text.includes('token'))))
      bypasses.push(what)
  })
  return {
    held: bypasses.length + faults.length === 0,
    figure: `${bypasses.length} bypasses and ${faults.length} × 5xx in ${count} tries over ${fields.size} fields`,
    details: [...bypasses, ...faults].slice(0, 20).join('\n'),
  }
}

/** A login without schemas: the JSON is used as the query. */
async function runCareless(trial: Trial): Promise<Finding> {
  const mongo = await startMongo(trial)
  return mongo.withClient(async (client) => {
    const users = client.db('careless').collection('users')
    await users.insertOne({ email: 'mara@studio.test', password: 'a quiet light table' })
    const server = createServer((request, response) => {
      void (async () => {
        const chunks: Buffer[] = []
        for await (const chunk of request) chunks.push(Buffer.from(chunk))
        const user = await users.findOne(JSON.parse(Buffer.concat(chunks).toString()))
        response.writeHead(user ? 200 : 401).end(user ? '{"token":"yours"}' : '{}')
      })().catch(() => response.writeHead(500).end())
    })
    const port = await listenOnFreePort(server)
    trial.afterwards(() => Promise.resolve(server.close()))
    const api = await givenInstance(trial)
    const logins = calls.filter(({ key }) => key === logIn)
    return tryOperators(trial, counts.quick, {
      ask: (question) => sendRequest(`http://127.0.0.1:${port}`, question),
      pickCall: () => trial.random.pick(logins),
      testProject: await givenTestProject(api.url),
      headers: () => ({}),
    })
  })
}
