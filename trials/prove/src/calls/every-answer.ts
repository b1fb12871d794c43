import { connect } from 'node:net'
import { guestSecretHeader, idempotencyKeyHeader } from '@pinmark/shared/paths'
import { givenOwner, joinAs, mustCall, newComment } from '@pinmark/testbed/client'
import { sendRequest, jsonRequest, type HttpRequest, type HttpAnswer } from '../http-request'
import { inParallel } from '../in-parallel'
import { calls, type Call } from '@pinmark/testbed/calls'
import { addressIn, bearer, givenTestProject, newGuest, type TestProject } from './test-project'
import { sampleBody } from '@pinmark/testbed/sample-bodies'

/** A request and its answer. */
export interface Answered extends Omit<HttpRequest, 'headers'>, HttpAnswer {
  /** `GET /projects/{projectId}`, or a description of the request. */
  route: string
  actor: string
}

type Asked = HttpRequest & { route: string; actor: string }

const limitFactor = 10
/** The limit of comments is the highest of those that the floods are about. */
const floodOf = 120 * limitFactor + 20

/** Settings with limits that the floods of the round reach, and its other calls do not. X-Forwarded-For identifies the
 *  visitors. */
export const roundEnvironment: Record<string, string> = {
  TRUST_PROXY: '1',
  RATE_LIMIT_FACTOR: String(limitFactor),
  MAX_PROJECTS_PER_USER: '40',
  MAX_COMMENTS_PER_PROJECT: '1000',
  LOG_LEVEL: 'info',
}

const pages = [
  '/',
  '/login',
  '/register',
  '/sign-on',
  '/plans',
  '/account',
  '/account/developers',
  '/no/such/page',
  '/favicon.svg',
  '/assets/gone.js',
]
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']
/** Calls that delete data which other calls need, so they come last. */
const endings = [
  ...[
    'POST /projects/{projectId}/link',
    'DELETE /projects/{projectId}',
    'POST /projects/{projectId}/restore',
  ],
  ...['POST /users/logout', 'POST /users/logout-everywhere', 'POST /users/deletion'],
]

export interface Round {
  url: string
  /** The address of the server itself, for requests that no HTTP client would send. */
  direct: string
  /** Only guests, which is enough for a control. */
  isBrief: boolean
}

/** Makes every call as every actor, correctly and with every kind of mistake, and passes each answer to
 *  `onAnswer`.
 *  @returns the test data of the round */
export async function makeEveryCall(
  { url, direct, isBrief }: Round,
  onAnswer: (answer: Answered) => void,
): Promise<TestProject[]> {
  const testProject = await givenTestProject(url)
  const stranger = await givenOwner(url, 'Ines Falk')
  const closed = await givenTestProject(url, testProject.owner)
  await settings(closed, { closed: true })
  const viewOnly = await givenTestProject(url, testProject.owner)
  await settings(viewOnly, { permission: 'view' })
  const locked = await givenTestProject(url, testProject.owner)
  await settings(locked, { password: 'northern-lights-40' })
  const member = await givenOwner(url, 'Jonas Weber')
  for (const { project, owner } of [testProject, closed, viewOnly, locked])
    await joinAs(url, project._id, owner, member)

  const actors: Record<string, Record<string, string>> = {
    owner: bearer(testProject.owner),
    member: bearer(member),
    stranger: bearer(stranger),
    guest: testProject.guest,
    nobody: {},
    'ended login': bearer({ token: 'not.a.token' }),
    'odd guest': { [guestSecretHeader]: 'short' },
  }
  const ask = async (asked: Asked) =>
    onAnswer({ ...asked, ...(await sendRequest(url, fromOwnNetwork(asked))) })

  const gentle = calls.filter(({ key }) => !endings.includes(key))
  const last = endings.flatMap((key) => calls.filter((call) => call.key === key))
  for (const [who, headers] of Object.entries(isBrief ? { nobody: {} } : actors)) {
    const isMostAllowed = ({ needsToken }: Call) => who === (needsToken ? 'owner' : 'guest')
    const asked = await variantsOf(gentle, testProject, { who, headers, asksWronglyToo: isMostAllowed })
    for (const elsewhere of [closed, viewOnly, locked]) {
      const there = gentle.filter(({ path }) => path.includes('{projectId}'))
      asked.push(...(await variantsOf(there, elsewhere, { who, headers, asksWronglyToo: () => false })))
    }
    await inParallel(asked, 8, ask)
  }
  await inParallel(wrongAddresses(testProject), 8, ask)
  for (const question of floods(testProject)) {
    await inParallel(Array.from({ length: floodOf }), 8, async () => {
      onAnswer({ ...question, ...(await sendRequest(url, question)) })
    })
  }
  for (const bytes of noHttp) onAnswer(await answerToBytes(direct, bytes))
  for (const who of ['nobody', 'ended login', 'stranger', 'owner']) {
    const asker = { who, headers: actors[who] ?? {}, asksWronglyToo: () => who === 'nobody' }
    for (const asked of await variantsOf(last, testProject, asker)) await ask(asked)
  }
  return [testProject, closed, viewOnly, locked]
}

async function settings({ url, owner, project }: TestProject, body: object): Promise<void> {
  const { token } = owner
  await mustCall(200, `${url}/projects/${project._id}/settings`, { method: 'PATCH', body, token })
}

interface Asker {
  who: string
  headers: Record<string, string>
  asksWronglyToo: (call: Call) => boolean
}

/** Each call, valid and invalid in several ways. */
async function variantsOf(
  wanted: readonly Call[],
  testProject: TestProject,
  { who: actor, headers, asksWronglyToo }: Asker,
): Promise<Asked[]> {
  const all = await Promise.all(
    wanted.map(async (call): Promise<Asked[]> => {
      const path = addressIn(call.path, testProject)
      const base = { route: call.key, actor }
      const sample = await sampleBody(call)
      const unknown = call.path.includes('{')
        ? ['AAAAAAAAAAAAAAAAAAAAAA', 'short', '%00'].map((id) => ({
            ...base,
            ...jsonRequest(call.method, call.path.replace(/\{\w+\}/g, id), sample, headers),
          }))
        : []
      const queries = call.query.map((name) => ({
        ...base,
        ...jsonRequest(call.method, `${path}?${name}=%F0%9F%92%A9`, sample, headers),
      }))
      const bodies = sample
        ? wrongBodies(call, sample).map((body) => ({ ...base, ...put(call, path, headers, body) }))
        : []
      const right = { ...base, ...jsonRequest(call.method, path, sample, headers) }
      const keyed = call.headers.includes(idempotencyKeyHeader)
        ? [sample, { ...sample, text: 'Something else' }, sample].map((body, at) => ({
            ...base,
            ...jsonRequest(call.method, path, body, {
              ...headers,
              [idempotencyKeyHeader]: at === 2 ? 'x'.repeat(201) : `key-${actor}`,
            }),
          }))
        : []
      return asksWronglyToo(call) ? [right, ...unknown, ...queries, ...bodies, ...keyed] : [right]
    }),
  )
  return all.flat()
}

type WrongBody = { type: string; body: string }

function wrongBodies({ fields }: Call, sample: Record<string, unknown>): WrongBody[] {
  const type = 'application/json'
  const perField = fields.flatMap((field) =>
    [null, { a: 1 }, 'x'.repeat(6_000)].map((value) => ({
      type,
      body: JSON.stringify({ ...sample, [field]: value }),
    })),
  )
  return [
    ...perField,
    { type, body: '{' },
    { type, body: '[]' },
    { type, body: '{}' },
    { type, body: '['.repeat(50) + ']'.repeat(50) },
    { type, body: '{"$where":"1"}' },
    { type, body: `"${'x'.repeat(70_000)}"` },
    { type: 'text/plain', body: 'hello' },
    { type: 'application/json; charset=utf-16', body: '{}' },
    { type: 'multipart/form-data; boundary=x', body: '--x\r\n\r\n--x--' },
  ]
}

function put(
  { method }: Call,
  path: string,
  headers: Record<string, string>,
  { type, body }: WrongBody,
): HttpRequest {
  return { method, path, headers: { ...headers, 'Content-Type': type }, body }
}

function wrongAddresses(testProject: TestProject): Asked[] {
  const known = [...new Set(calls.map(({ path }) => path))]
  const refused = known.flatMap((path) =>
    methods
      .filter((method) => !calls.some((call) => call.path === path && call.method === method))
      // For a HEAD request, a stream ends at once.
      .map((method) => ({
        route: `${method} ${path}`,
        actor: 'nobody',
        method,
        path: addressIn(path, testProject),
      })),
  )
  const project = [`/project/${testProject.project._id}`, '/project/AAAAAAAAAAAAAAAAAAAAAA', '/project/short']
  const shown = [...pages, ...project].flatMap((path) =>
    ['GET', 'HEAD'].map((method) => ({
      route: `${method} ${path.replace(/[\w-]{22}/, '{id}')}`,
      actor: 'nobody',
      method,
      path,
      headers: { Accept: 'text/html' },
    })),
  )
  const odd = [
    '/projects/a/b/c',
    '/%zz',
    '/..%2f..%2fetc%2fpasswd',
    '/.env',
    '/__proto__',
    `/${'a'.repeat(3_000)}`,
  ]
  const image = addressIn('/images/{imageId}/{rendition}', testProject)
  return [
    ...refused,
    ...shown,
    ...odd.map((path) => ({ route: 'GET an odd address', actor: 'nobody', method: 'GET', path })),
    ...[
      { Range: 'bytes=99999999-' },
      { Range: 'bytes=0-9' },
      { 'If-None-Match': `"${testProject.project.thumbnail}-view"` },
    ].map((headers) => ({
      route: 'GET /images/{imageId}/{rendition}',
      actor: 'nobody',
      method: 'GET',
      path: image,
      headers,
    })),
  ]
}

/** One network that exceeds its limits. */
function floods({ project }: TestProject): Asked[] {
  const network = { 'X-Forwarded-For': '203.0.113.9' }
  const login = { email: 'nobody@studio.test', password: 'not this one' }
  return [
    { actor: 'flood', route: 'POST /users/login', ...jsonRequest('POST', '/users/login', login, network) },
    {
      actor: 'flood',
      route: 'POST /comment/add/{projectId}',
      ...jsonRequest('POST', `/comment/add/${project._id}`, newComment('once'), {
        ...network,
        [guestSecretHeader]: newGuest()[guestSecretHeader] ?? '',
      }),
    },
    {
      actor: 'flood',
      route: 'GET /projects/{projectId}',
      ...jsonRequest('GET', '/projects/AAAAAAAAAAAAAAAAAAAAAA', undefined, {
        'X-Forwarded-For': '203.0.114.9',
      }),
    },
  ]
}

let visitors = 0

function fromOwnNetwork<T extends HttpRequest>(question: T): T {
  visitors += 1
  const address = `10.${(visitors >> 16) & 255}.${(visitors >> 8) & 255}.${visitors & 255}`
  // A network has 256 addresses. A few visitors share one, below every limit. Compressed answers, as browsers request
  // them, take another path through the server.
  const asBrowser = { 'X-Forwarded-For': spread(address), 'Accept-Encoding': 'gzip, br' }
  return { ...question, headers: { ...asBrowser, ...question.headers } }
}

function spread(address: string): string {
  const [first, second, third, fourth] = address.split('.')
  return `${first}.${fourth}.${third}.${second}`
}

/** Requests that the HTTP parser refuses before our code sees them. */
const noHttp = [
  'hello\r\n\r\n',
  `GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'a'.repeat(20_000)}\r\n\r\n`,
  'GET / HTTP/1.1\r\n\r\n',
  'POST /users/login HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
]

async function answerToBytes(url: string, bytes: string): Promise<Answered> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  socket.end(bytes)
  let text = ''
  for await (const chunk of socket) text += String(chunk)
  const [head = '', body = ''] = text.split(/\r\n\r\n(.*)/s)
  const [statusLine = '', ...lines] = head.split('\r\n')
  const headers = new Headers(
    lines.map((line): [string, string] => [
      line.slice(0, line.indexOf(':')),
      line.slice(line.indexOf(':') + 1).trim(),
    ]),
  )
  const status = Number(statusLine.split(' ')[1])
  return { route: 'no HTTP', actor: 'nobody', method: '', path: '', status, headers, text: body }
}
