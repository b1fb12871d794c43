import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { allEndpoints } from '@pinmark/shared/api/all-endpoints'
import { pageRoutes } from '@pinmark/shared/paths'
import { startTestApp, type TestApp } from '../../test/app-under-test'
import { givenProject } from '../../test/given-project'
import { givenUser, type GivenUser } from '../../test/given-user'
import { sendRaw, statusesIn } from '../../test/raw-request'

let app: TestApp
let user: GivenUser
let webDir: string
let projectId: string
beforeAll(async () => {
  webDir = await mkdtemp(join(tmpdir(), 'pinmark-fuzz-'))
  await writeFile(join(webDir, 'index.html'), '<!doctype html><title>Pinmark</title>')
  app = await startTestApp({ webDir })
  user = await givenUser(app.api)
  projectId = (await givenProject(app.api, { owner: user }))._id
})
afterAll(async () => {
  await app.stop()
  await rm(webDir, { recursive: true })
})

const runs = 600

const anyText = fc.string({ unit: 'binary', maxLength: 60 })
const headerText = fc.stringMatching(/^[\x20-\x7e\x80-\xff]{0,60}$/)
const oddMethod = fc.constantFrom(
  ...[
    'GET',
    'HEAD',
    'POST',
    'PUT',
    'PATCH',
    'DELETE',
    'OPTIONS',
    'TRACE',
    'PROPFIND',
    'MKCOL',
    'QUERY',
    'get',
    'X',
  ],
)
const id = fc.oneof(
  fc.constantFrom(
    'AAAAAAAAAAAAAAAAAAAAAA',
    '..',
    '.',
    '%00',
    '%',
    '%2e%2e%2f',
    '$where',
    '[object Object]',
    '0',
    '__proto__',
  ),
  fc.stringMatching(/^[\w%$.{}~!*'()-]{0,30}$/),
)
const route = fc.constantFrom(
  ...Object.values(allEndpoints).map(({ path }) => path),
  ...Object.values(pageRoutes),
  '/assets/x.js',
  '/%zz',
  '*',
  '//x',
)
const query = fc.oneof(
  fc.constant(''),
  fc.constantFrom(
    '?image=full&image=none',
    '?image[$ne]=x',
    '?comments=1e9',
    '?after=-1&__proto__[x]=1',
    '?%=%&&&=',
    '?state=',
  ),
  fc.stringMatching(/^\?[\w%=&$[\].+-]{0,40}$/),
)
const address = fc
  .tuple(route, fc.array(id, { minLength: 3, maxLength: 3 }), query)
  .map(([template, ids, search]) => template.replace(/:\w+/g, () => ids.pop() ?? 'x') + search)
/** One of the calls there are, on the project there is. */
const realCall = fc
  .constantFrom(
    ...([
      'listProjects',
      'openProject',
      'changeProject',
      'changeSettings',
      'addComment',
      'createProject',
    ] as const),
    ...(['register', 'logIn', 'renameUser', 'changePassword'] as const),
  )
  .map((name): [string, () => string] => {
    const { method, path } = allEndpoints[name]
    return [method, () => path.replace(':projectId', projectId)]
  })
const firstLine = fc.oneof(
  { weight: 2, arbitrary: realCall.map(([method, path]) => `${method} ${path()}`) },
  { weight: 1, arbitrary: fc.tuple(oddMethod, address).map(([method, path]) => `${method} ${path}`) },
)

/** Values of the right kind next to ones nobody would send. */
const oddValue = fc.oneof(
  fc.constantFrom(
    'Ana Ruiz',
    'ana@studio.test',
    'a quiet light table',
    12,
    80,
    'region',
    new Date().toISOString(),
  ),
  fc.constantFrom('Bo', true, 'data:image/png;base64,iVBORw0KGgo=', 'view', 1),

  anyText,
  fc.double(),
  fc.constant(null),
  fc.boolean(),
  fc.jsonValue({ maxDepth: 4 }),
)
const fields = [
  'name',
  'email',
  'password',
  'currentPassword',
  'newPassword',
  'commenter',
  'text',
  'x',
  'y',
  'w',
  'h',
  'kind',
]
const otherFields = [
  'createdAt',
  'version',
  'image',
  'user',
  'description',
  'permission',
  'closed',
  'resolved',
  '$set',
  '__proto__',
]
const json = fc
  .dictionary(fc.constantFrom(...fields, ...otherFields), oddValue, { maxKeys: 8 })
  .map((value) => JSON.stringify(value))
const multipart = anyText.map(
  (text) =>
    `--x\r\nContent-Disposition: form-data; name="image"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n${text}\r\n--x--\r\n`,
)
const body = fc.oneof(
  { weight: 4, arbitrary: json },
  { weight: 1, arbitrary: multipart },
  { weight: 1, arbitrary: anyText },
  {
    weight: 1,
    arbitrary: fc.constantFrom('', '{', '[[[[[[[[[[[[', '\u0000', '{"a":1}{"b":2}', '"\\ud800"', '1e999'),
  },
)
const contentType = fc.oneof(
  { weight: 4, arbitrary: fc.constant('application/json') },
  fc.constantFrom(
    'multipart/form-data; boundary=x',
    'multipart/form-data',
    'text/plain',
    'application/json; charset=x',
    '',
  ),
  headerText,
)
const oddHeader = fc.tuple(
  fc.constantFrom(
    ...[
      'Authorization',
      'X-Guest-Secret',
      'Idempotency-Key',
      'Accept-Encoding',
      'Content-Encoding',
      'Range',
      'If-None-Match',
    ],
    ...[
      'If-Modified-Since',
      'If-Range',
      'Expect',
      'Origin',
      'X-Forwarded-For',
      'X-Forwarded-Proto',
      'X-HTTP-Method-Override',
    ],
    ...['Last-Event-ID', 'Host', 'Cookie', 'Upgrade', 'TE', 'Accept', 'X-Y'],
  ),
  fc.oneof(
    headerText,
    fc.constantFrom(
      'bytes=0-',
      'bytes=9-1',
      'Bearer',
      'Bearer null',
      'Basic YTpi',
      '*',
      'gzip;q=0',
      '100-continue',
    ),
  ),
)
/** How the length of the body is announced, truthfully or not. */
type Framing = (text: string) => [headers: string[], sent: string]
const truthful: Framing = (text) => [[`Content-Length: ${Buffer.byteLength(text)}`], text]
const inChunks: Framing = (text) => [
  ['Transfer-Encoding: chunked'],
  `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n0\r\n\r\n`,
]
const wholeFraming = fc.constantFrom(truthful, inChunks)
const brokenFraming = fc.constantFrom<Framing>(
  (text) => [[`Content-Length: ${Buffer.byteLength(text) + 20}`], text],
  (text) => [['Transfer-Encoding: chunked'], `ffff\r\n${text}`],
  (text) => [['Transfer-Encoding: gzip, chunked'], text],
  (text) => [[], text],
)

const requestWith = (framing: fc.Arbitrary<Framing>) =>
  fc
    .record({
      firstLine,
      headers: fc.array(oddHeader, { maxLength: 4 }),
      body,
      contentType,
      framing,
      signedIn: fc.boolean(),
    })
    .map((given) => {
      const [framed, content] = given.framing(given.body)
      const signIn = given.signedIn ? [`Authorization: Bearer ${user.token}`] : []
      const odd = given.headers.map(([name, value]) => `${name}: ${value}`)
      const head = [`${given.firstLine} HTTP/1.1`, 'Host: x', `Content-Type: ${given.contentType}`]
      return Buffer.from(
        [...head, 'Connection: close', ...signIn, ...odd, ...framed, '', content].join('\r\n'),
      )
    })

async function faults(bytes: Buffer, end: boolean): Promise<number[]> {
  const statuses = statusesIn(await sendRaw(app.port, bytes, { quietMs: 2_000, end }))
  return statuses.filter((status) => status >= 500)
}

/** The server lives, has its database, and met nothing it had not foreseen. */
async function state() {
  const { status } = await app.api.get('/readyz')
  return { status, unexpected: app.log.filter((line) => line.includes('unexpected error')) }
}
const sound = { status: 200, unexpected: [] }

test('any request is answered below 500', async () => {
  const whole = fc.asyncProperty(requestWith(wholeFraming), async (bytes) => {
    expect(await faults(bytes, false)).toEqual([])
  })
  await fc.assert(whole, { numRuns: runs })
  expect(await state()).toEqual(sound)
}, 120_000)

test('a request that breaks off or lies about its length is answered below 500, or not at all', async () => {
  const broken = fc.asyncProperty(requestWith(brokenFraming), async (bytes) => {
    expect(await faults(bytes, true)).toEqual([])
  })
  await fc.assert(broken, { numRuns: runs / 2 })
  expect(await state()).toEqual(sound)
}, 120_000)

test('bytes that are no HTTP are answered with 400, or not at all', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ minLength: 1, maxLength: 200 }), async (bytes) => {
      const statuses = statusesIn(await sendRaw(app.port, Buffer.from(bytes), { end: true, quietMs: 3_000 }))
      expect(statuses.filter((status) => status !== 400)).toEqual([])
    }),
    { numRuns: 200 },
  )
  expect(await state()).toEqual(sound)
})
