import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { inflateSync } from 'node:zlib'
import { tokenScopes, type NewApiToken, type TokenScope } from '@pinmark/shared/entities/api-token'
import { calls } from '@pinmark/testbed/calls'
import { call, givenOwner, mustCall, type Owner } from '@pinmark/testbed/client'
import { isInScope } from '@pinmark/testbed/permission-table'
import { sampleBody } from '@pinmark/testbed/sample-bodies'
import { newServer } from '@pinmark/testbed/scoped-server'
import { addressIn, bearer, givenTestProject, type TestProject } from '../calls/test-project'
import { askTool, toolArguments, tools } from '../calls/tools'
import { dieAfter } from '../die-after'
import { sendRequest, jsonRequest, type HttpAnswer } from '../http-request'
import { givenInstance } from '../given-instance'
import { inParallel } from '../in-parallel'
import type { Finding, Promised, Trial } from '../promise'
import { TamperingProxy } from '../tampering-proxy'
import { weakenedBy } from '../weakened'

/** As in apps/api/src/ops/backup/format.ts. */
const [headBytes, digestBytes] = [6, 32]
const rounds = { quick: 5, everyday: 30, long: 1_000 }
const program = fileURLToPath(new URL('../../../../apps/api/dist/backup.js', import.meta.url))

/** Tokens of every scope make every call of an account and of a project, alternating between two processes. Then
 *  tokens are revoked, or expire, while they are in use. At the end the answers, the logs and a backup are
 *  searched for every token. */
export const apiTokens: Promised = {
  id: 'S19',
  promise:
    'The scope, the end and the revocation of an API token hold at once in every process, and no token is readable in a log, ' +
    'an answer or a backup',
  shownBy:
    'Tokens of each scope make every call at two processes. Other tokens are revoked at one process, or ' +
    'expire, and are used at both in the next request and on a live page. A third process is killed after ' +
    'each database command of a revocation. All answers, both logs and a ' +
    'backup are searched.',
  target: '0 calls beyond the scope, 0 answers after the end, 0 tokens found',
  isQuick: false,
  try: (trial) => run(trial, ({ url }) => Promise.resolve(url)),
  control: {
    without: 'with a gateway that replaces a token by a login of its account',
    try: (trial) => run(trial, loginsForTokens),
  },
}

interface Process {
  url: string
  port: number
}

async function run(
  trial: Trial,
  entranceTo: (process: Process, owner: Owner, trial: Trial) => Promise<string>,
): Promise<Finding> {
  const database = await trial.givenDatabase()
  const processes = [
    await givenInstance(trial, { MONGODB_URI: database }),
    await givenInstance(trial, { MONGODB_URI: database }),
  ]
  const [here, there] = processes
  if (!here || !there) throw new Error('Two processes are needed.')
  const owner = await givenOwner(here.url)
  const entrances = await Promise.all(processes.map((one) => entranceTo(one, owner, trial)))
  const testProject = await givenTestProject(here.url, owner)
  const made: string[] = []
  const make = async (scope: TokenScope, endsAt?: Date): Promise<NewApiToken> => {
    const { password } = owner
    const body = { name: `For ${scope}`, scope, password, ...(endsAt && { endsAt: endsAt.toISOString() }) }
    const path = `${here.url}/users/me/tokens`
    const token = await mustCall<NewApiToken>(201, path, { method: 'POST', token: owner.token, body })
    made.push(token.token)
    return token
  }

  const odd: string[] = []
  const texts: string[] = []
  const heard = (reply: HttpAnswer) => {
    texts.push(reply.text, JSON.stringify([...reply.headers]))
    return reply
  }
  const beyond = await tryScopes({ entrances, testProject, make, heard })
  let lasting = 0
  for (let round = 0; round < rounds[trial.size]; round += 1) {
    const [revoked, ending] = [await make('read'), await make('read', new Date(Date.now() + 3_000))]
    const ask = (token: NewApiToken) =>
      Promise.all(
        entrances.map(async (url) =>
          heard(await sendRequest(url, { method: 'GET', path: '/users/me', headers: bearer(token) })),
        ),
      )
    for (const { status } of [...(await ask(revoked)), ...(await ask(ending))])
      if (status !== 200) odd.push(`A token that counts was answered ${status}`)
    const page = await watch(entrances[1] ?? '', testProject, revoked)
    const address = `${here.url}/users/me/tokens/${revoked._id}`
    await mustCall(204, address, { method: 'DELETE', token: owner.token })
    for (const { status } of await ask(revoked)) if (status !== 401) lasting += 1
    if (!(await page.ended)) lasting += 1
    await pause(Math.max(0, Date.parse(ending.endsAt ?? '') - Date.now()) + 5)
    for (const { status } of await ask(ending)) if (status !== 401) lasting += 1
    await mustCall(204, `${here.url}/users/me/tokens/${ending._id}`, { method: 'DELETE', token: owner.token })
  }
  const killed = await revokeAndKill(trial, { database, there: entrances[1] ?? '', testProject, owner, make })
  lasting += killed.lasting
  if (killed.kills < 2) odd.push(`A revocation was followed over ${killed.kills} kills`)
  heard(await sendRequest(there.url, { method: 'GET', path: '/users/me/tokens', headers: bearer(owner) }))
  const logs = processes.map(({ output }) => output)
  const found = await findTokens(trial, database, made, [...texts, ...logs])
  return {
    held: beyond.wrong.length === 0 && lasting === 0 && found.length === 0 && odd.length === 0,
    figure:
      `${beyond.wrong.length} of ${beyond.count} calls beyond the scope; ${lasting} answers after the end of ` +
      `${2 * rounds[trial.size]} tokens and ${killed.kills} kills; ${found.length} of ${made.length} tokens found in ${texts.length / 2} answers, ` +
      `2 logs and a backup`,
    details: [...odd, ...beyond.wrong, ...found].slice(0, 20).join('\n'),
  }
}

interface Scoped {
  entrances: string[]
  testProject: TestProject
  make: (scope: TokenScope) => Promise<NewApiToken>
  heard: (reply: HttpAnswer) => HttpAnswer
}

/** Only calls beyond the scope; S1 tests the others. */
async function tryScopes({ entrances, testProject, make, heard }: Scoped) {
  const wrong: string[] = []
  let count = 0
  for (const scope of tokenScopes) {
    const token = await make(scope)
    const actor = `${scope} token` as const
    const asked = calls.filter(
      ({ name, path }) => /\{projectId\}|^\/users\/|^\/projects$/.test(path) && !isInScope(name, actor),
    )
    const refused = asked.filter(({ name }) => name !== 'register' && name !== 'logIn')
    await inParallel(refused, 4, async (call) => {
      for (const url of entrances) {
        const path = addressIn(call.path, testProject)
        const question = jsonRequest(call.method, path, await sampleBody(call), bearer(token))
        const { status } = heard(await sendRequest(url, question))
        count += 1
        if (status !== 403) wrong.push(`${call.key} by ${actor} is answered ${status}`)
      }
    })
    const given = await toolArguments(testProject)
    for (const [tool, name] of Object.entries(tools)) {
      if (isInScope(name, actor)) continue
      for (const url of entrances) {
        const { status, answer } = await askTool(url, tool, { given, token })
        heard(answer)
        count += 1
        if (status !== 403) wrong.push(`The tool ${tool} by ${actor} is answered ${status}`)
      }
    }
  }
  return { wrong, count }
}

/** A page that uses a token: whether its stream ends within 5 s. */
async function watch(url: string, { project }: TestProject, token: NewApiToken) {
  const answer = await fetch(`${url}/projects/${project._id}/events`, {
    headers: bearer(token),
    signal: AbortSignal.timeout(5_000),
  })
  const read = async () => {
    try {
      for await (const _piece of answer.body ?? []) continue
      return true
    } catch {
      return false
    }
  }
  return { ended: read() }
}

interface Killed {
  database: string
  /** Another process, in which a live page is open. */
  there: string
  testProject: TestProject
  owner: Owner
  make: (scope: TokenScope) => Promise<NewApiToken>
}

/** A process is killed after each database command of a revocation. If the token is revoked by then, its live page
 *  in the other process must end.
 *  @returns how many pages did not end */
async function revokeAndKill(trial: Trial, { database, there, testProject, owner, make }: Killed) {
  const dataDir = join(trial.folder, 'instance')
  const environment = { MONGODB_URI: database }
  const api = await newServer(trial, { dataDir, environment, nodeOptions: weakenedBy('kill-after-command') })
  let [kills, lasting] = [0, 0]
  for (let command = 1; ; command += 1) {
    if (!api.isRunning) await api.start()
    const token = await make('read')
    const page = await watch(there, testProject, token)
    await dieAfter(command, api, dataDir)
    const path = `${api.url}/users/me/tokens/${token._id}`
    const answer = await call(path, { method: 'DELETE', token: owner.token }).catch(() => null)
    await dieAfter(Number.POSITIVE_INFINITY, api, dataDir)
    const headers = bearer(token)
    const { status } = await sendRequest(there, { method: 'GET', path: '/users/me', headers })
    if (status === 401 && !(await page.ended)) lasting += 1
    if (api.isRunning && answer?.status === 204) return { kills, lasting }
    kills += 1
  }
}

async function findTokens(trial: Trial, database: string, tokens: string[], texts: string[]) {
  const to = join(trial.folder, 'backup')
  await promisify(execFile)(process.execPath, [program, to], {
    cwd: trial.folder,
    env: { ...process.env, MONGODB_URI: database, DATA_DIR: join(trial.folder, 'instance') },
  })
  const stored = unpacked(await readFile(to))
  if (!stored.includes('For manage')) throw new Error('The backup does not hold the tokens at all.')
  const all = [...texts, stored.toString('latin1')].join('\n')
  return tokens.filter((token) => all.includes(token) || all.includes(token.slice(8, -6)))
}

/** The unpacked content of a backup file: after a first line, frames with a kind, a flag, a length and the bytes. */
function unpacked(file: Buffer): Buffer {
  const parts: Buffer[] = []
  for (let at = file.indexOf('\n') + 1; at + headBytes < file.length - digestBytes;) {
    const end = at + headBytes + file.readUInt32LE(at + 2)
    const content = file.subarray(at + headBytes, end)
    parts.push(file.toString('latin1', at + 1, at + 2) === 'z' ? inflateSync(content) : content)
    at = end
  }
  return Buffer.concat(parts)
}

/** Answers for a token as if it were the login of its account, in any state of the token. */
async function loginsForTokens({ port }: Process, owner: Owner, trial: Trial): Promise<string> {
  const proxy = await TamperingProxy.to(trial, port, {
    onRequest: ({ headers, path }) => {
      // That login must not expire.
      if (path.startsWith('/users/logout')) return
      if (headers.authorization?.startsWith('Bearer pinmark_'))
        headers.authorization = `Bearer ${owner.token}`
    },
  })
  return proxy.url
}
