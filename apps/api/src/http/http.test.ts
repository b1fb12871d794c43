import { once } from 'node:events'
import { connect } from 'node:net'
import mongoose from 'mongoose'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { errorCatalogue, type ErrorCode } from '@pinmark/shared/messages'
import { givenTestApp, sharedTestApp, startTestApp, type TestApp } from '../../test/app-under-test'
import { givenProject, givenSettings } from '../../test/given-project'
import { givenUser } from '../../test/given-user'
import { sendRaw, statusesIn } from '../../test/raw-request'

const app = sharedTestApp()

const refused = (code: ErrorCode) => ({
  status: errorCatalogue[code].status,
  headers: { 'x-error-code': code },
  body: { error: errorCatalogue[code].text, code },
})
const nobody = 'AAAAAAAAAAAAAAAAAAAAAA'
const times = <T>(count: number, make: () => T) => Array.from({ length: count }, make)
const lines = (...text: string[]) => `${text.join('\r\n')}\r\n\r\n`

describe('every answer', () => {
  const asked: [string, () => PromiseLike<{ status: number; headers: Record<string, string> }>][] = [
    ['200', () => app.api.get('/healthz')],
    ['204', () => app.api.options('/users/me')],
    ['400', () => app.api.post('/users/login').type('json').send('{')],
    ['401', () => app.api.get('/users/me')],
    ['404', () => app.api.get(`/projects/${nobody}`)],
    ['405', () => app.api.delete('/users/login')],
    ['413', () => app.api.post('/users/login').send({ email: 'x'.repeat(70_000) })],
    ['415', () => app.api.post('/users/login').type('text/plain').send('x')],
  ]
  test.each(asked)('with status %s has all standard headers', async (status, ask) => {
    const answer = await ask()
    expect(String(answer.status)).toBe(status)
    expect(answer.headers).toMatchObject({
      'content-security-policy':
        "default-src 'none';script-src 'self';style-src 'self';img-src 'self' data: blob:;font-src 'self';" +
        "connect-src 'self';base-uri 'none';form-action 'self';frame-ancestors 'none';require-trusted-types-for 'script';trusted-types 'none'",
      'x-content-type-options': 'nosniff',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
      'cache-control': 'no-store',
      'x-request-id': expect.stringMatching(/^[\w-]{22}$/),
    })
    expect(answer.headers['x-powered-by']).toBeUndefined()
  })

  test('has HSTS only over TLS', async () => {
    const behindProxy = await givenTestApp({ trustProxyHops: 1 })
    const secure = await behindProxy.api.get('/healthz').set('X-Forwarded-Proto', 'https')
    const plain = await behindProxy.api.get('/healthz')
    const pretended = await app.api.get('/healthz').set('X-Forwarded-Proto', 'https')
    expect(secure.headers['strict-transport-security']).toMatch(/^max-age=31536000/)
    expect(plain.headers['strict-transport-security']).toBeUndefined()
    expect(pretended.headers['strict-transport-security']).toBeUndefined()
  })
})

test('a connection stays open for longer than common proxies use it again', async () => {
  const answer = await app.api.get('/healthz').set('Connection', 'keep-alive')
  const [, seconds] = /^timeout=(\d+)$/.exec(answer.headers['keep-alive'] ?? '') ?? []
  const longestOfProxies = 120
  expect(Number(seconds)).toBeGreaterThan(longestOfProxies)
})

describe('methods and addresses', () => {
  test('a read with If-None-Match: * is answered in full where nothing has an ETag', async () => {
    const { status, body } = await app.api.get('/instance').set('If-None-Match', '*')
    expect({ status, body }).toMatchObject({ status: 200, body: { registration: expect.any(String) } })
  })

  test('an unsupported method is refused with the supported ones', async () => {
    const answer = await app.api.patch('/projects/not-even-an-id')
    expect(answer).toMatchObject(refused('method_not_allowed'))
    expect(answer.headers['allow']?.split(', ').toSorted()).toEqual(['DELETE', 'GET', 'HEAD', 'PUT'])
  })

  test('an unknown address supports no method', async () => {
    for (const verb of ['options', 'patch', 'get'] as const) {
      const answer = await app.api[verb]('/nothing').set('Accept', 'application/json')
      expect(answer).toMatchObject(refused('route_not_found'))
    }
  })

  test('an unknown address is not found', async () => {
    expect(await app.api.get('/users/nobody/nothing').set('Accept', 'application/json')).toMatchObject({
      status: 404,
    })
    expect(await app.api.post('/nowhere')).toMatchObject(refused('route_not_found'))
  })

  test('an unknown method is refused before a body is read', async () => {
    const answer = await sendRaw(
      app.port,
      lines('PROPFIND /projects HTTP/1.1', 'Host: x', 'Content-Length: 5'),
    )
    expect(statusesIn(answer)).toEqual([405])
  })

  test('a tunnel is refused', async () => {
    const answer = await sendRaw(app.port, lines('CONNECT example.com:443 HTTP/1.1', 'Host: example.com:443'))
    expect(statusesIn(answer)).toEqual([405])
    expect(answer).toMatch(/^Allow: \r$/m)
    expect(answer).toContain('"code":"method_not_allowed"')
  })

  test.each(['/projects/%', '/projects/%ff%fe', '/comment/add/%E0%A4%A'])(
    'the broken address %s is refused',
    async (path) => {
      const answer = await sendRaw(app.port, lines(`GET ${path} HTTP/1.1`, 'Host: x', 'Connection: close'))
      expect(statusesIn(answer)[0]).toBeGreaterThanOrEqual(400)
      expect(statusesIn(answer)[0]).toBeLessThan(500)
    },
  )
})

test.each([
  'pinmark',
  'Pins_1.lan:3000',
  'xn--e1afmkfd.xn--p1ai',
  '192.168.1.5:3000',
  '[::1]:3000',
  '[fe80::1]',
])('a server is reached by the host %s', async (host) => {
  const answer = await sendRaw(app.port, lines('GET /healthz HTTP/1.1', `Host: ${host}`, 'Connection: close'))
  expect(statusesIn(answer)).toEqual([200])
})

describe('broken HTTP', () => {
  test.each<[string, number, string]>([
    ['no HTTP at all', 400, 'hello\r\n\r\n'],
    ['a header line without a colon', 400, lines('GET /healthz HTTP/1.1', 'Host: x', 'nonsense')],
    ['no host', 400, lines('GET /healthz HTTP/1.1')],
    ['a host with a path', 400, lines('GET /healthz HTTP/1.1', 'Host: pins.example/x')],
    ['a host with markup', 400, lines('GET /healthz HTTP/1.1', 'Host: x"><b>')],
    ['a host with a login', 400, lines('GET /healthz HTTP/1.1', 'Host: pins.example@x')],
    ['two hosts', 400, lines('GET /healthz HTTP/1.1', 'Host: x', 'host: y')],
    [
      'two lengths',
      400,
      lines('POST /users/login HTTP/1.1', 'Host: x', 'Content-Length: 1', 'Content-Length: 2'),
    ],
    [
      'a length and chunks',
      400,
      lines('POST /users/login HTTP/1.1', 'Host: x', 'Content-Length: 1', 'Transfer-Encoding: chunked'),
    ],
    ['headers beyond 8 KB', 431, lines('GET /healthz HTTP/1.1', 'Host: x', `X-Long: ${'x'.repeat(9_000)}`)],
    ['an address beyond 8 KB', 431, lines(`GET /${'x'.repeat(9_000)} HTTP/1.1`, 'Host: x')],
    [
      'broken chunks',
      400,
      `${lines('POST /users/login HTTP/1.1', 'Host: x', 'Content-Type: application/json', 'Transfer-Encoding: chunked')}zz\r\nhello`,
    ],
  ])('with %s is refused with a sentence and all headers', async (_what, status, bytes) => {
    const answer = await sendRaw(app.port, bytes)
    expect(statusesIn(answer)).toEqual([status])
    expect(answer).toMatch(/content-security-policy: default-src 'none'/i)
    expect(answer).toMatch(/x-request-id: /i)
    expect(answer).toMatch(/\{"error":"[^"]+","code":"\w+"\}$/)
  })

  test('an unknown Expect header is ignored', async () => {
    const answer = await sendRaw(app.port, lines('GET /healthz HTTP/1.1', 'Host: x', 'Expect: a-miracle'))
    expect(statusesIn(answer)).toEqual([200])
  })
})

describe('pages of other origins', () => {
  const origin = 'https://studio.example'
  test('cannot call the API unless they are listed', async () => {
    const answer = await app.api.get('/instance').set('Origin', origin)
    expect(answer.headers['access-control-allow-origin']).toBeUndefined()
  })

  test('can if they are, with their headers', async () => {
    const open = await givenTestApp({ allowedOrigins: [origin] })
    const preflight = await open.api.options('/users/me').set({
      Origin: origin,
      'Access-Control-Request-Method': 'PATCH',
      'Access-Control-Request-Headers': 'authorization',
    })
    const other = await open.api.get('/instance').set('Origin', 'https://elsewhere.example')
    expect(preflight.status).toBe(204)
    expect(preflight.headers).toMatchObject({
      'access-control-allow-origin': origin,
      'access-control-allow-methods': expect.stringContaining('PATCH'),
      'access-control-allow-headers': expect.stringContaining('Authorization'),
      vary: 'Origin',
    })
    expect(other.headers['access-control-allow-origin']).toBeUndefined()
  })
})

describe('a page of another site', () => {
  const by = (mode: string, destination: string, site = 'cross-site') => ({
    'Sec-Fetch-Site': site,
    'Sec-Fetch-Mode': mode,
    'Sec-Fetch-Dest': destination,
  })
  test.each([
    ['an image', by('no-cors', 'image')],
    ['a script', by('no-cors', 'script')],
    ['a frame', by('navigate', 'iframe')],
    ['a call', { ...by('cors', 'empty'), Origin: 'https://elsewhere.example' }],
  ])('cannot load %s, and uses up no limit of the visitor', async (_what, headers) => {
    const strict = await startTestApp({ rates: { request: 3 } })
    for (const path of [
      '/instance',
      '/login',
      `/projects/${nobody}`,
      `/images/${'A'.repeat(44)}/view`,
      '/docs',
    ])
      expect(await strict.api.get(path).set(headers)).toMatchObject({
        status: 403,
        headers: { 'x-error-code': 'cross_site', 'cross-origin-resource-policy': 'same-origin' },
      })
    expect((await strict.api.get('/login').set('Accept', 'text/html')).status).not.toBe(429)
    await strict.stop()
  })

  test.each([
    ['a link to a page', by('navigate', 'document')],
    ['an image of a page of this site', by('no-cors', 'image', 'same-origin')],
    ['an address that was typed', by('navigate', 'document', 'none')],
    ['a call of an allowed origin', { ...by('cors', 'empty'), Origin: 'https://studio.example' }],
  ])('does not affect %s', async (_what, headers) => {
    const open = await startTestApp({ allowedOrigins: ['https://studio.example'] })
    expect((await open.api.get('/instance').set(headers)).status).toBe(200)
    await open.stop()
  })
})

describe('rate limits', () => {
  test('apply to each network separately', async () => {
    const strict = await givenTestApp({ trustProxyHops: 1, rates: { request: 3 } })
    const ask = (address: string) => strict.api.get('/users/me').set('X-Forwarded-For', address)
    const answers = []
    for (const address of ['10.9.0.1', '10.9.0.2', '10.9.0.3', '10.9.0.4', '10.9.1.1'])
      answers.push(await ask(address))
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 429, 401])
    expect(answers[3]?.headers['retry-after']).toMatch(/^\d+$/)
  })

  test('apply to the API document and its page too, but not to health checks', async () => {
    const strict = await givenTestApp({ rates: { request: 3 } })
    const paths = ['/openapi.json', '/docs', '/instance', '/docs', '/openapi.json', '/healthz', '/readyz']
    const statuses = []
    for (const path of paths) statuses.push((await strict.api.get(path)).status)
    expect(statuses).toEqual([200, 200, 200, 429, 429, 200, 200])
  })

  test('requests of one network wait for each other, but not for other networks', async () => {
    const strict = await givenTestApp({ trustProxyHops: 1, requestsAtOnce: 1 })
    const done: string[] = []
    const ask = async (network: string) => {
      const head = [`GET /projects/${nobody} HTTP/1.1`, 'Host: x', `X-Forwarded-For: ${network}`]
      const all = lines(...head).repeat(14) + lines(...head, 'Connection: close')
      const answer = await sendRaw(strict.port, all, { quietMs: 20_000 })
      done.push(network)
      return statusesIn(answer)
    }
    const statuses = await Promise.all(['10.5.0.1', '10.5.0.2', '10.5.0.3', '10.6.0.1'].map(ask))
    expect(statuses).toEqual(times(4, () => times(15, () => 404)))
    expect(done.slice(0, 2)).toContain('10.6.0.1')
  })

  test('bodies that arrive slowly take no place of their network', async () => {
    const strict = await givenTestApp({ requestsAtOnce: 1 })
    const head = lines(
      'POST /users/login HTTP/1.1',
      'Host: x',
      'Content-Type: application/json',
      'Content-Length: 2',
    )
    const slow = times(150, () => connect(strict.port, '127.0.0.1').setEncoding('utf8'))
    for (const socket of slow) socket.write(`${head}{`)
    await Promise.all(slow.map((socket) => once(socket, 'connect')))

    expect((await strict.api.get('/users/me')).status).toBe(401)
    const answers = slow.map(async (socket) => {
      socket.write('-')
      const [answer] = await once(socket, 'data')
      socket.destroy()
      return statusesIn(String(answer))
    })
    expect(await Promise.all(answers)).toEqual(times(150, () => [400]))
  })

  test('a connection that pipelines without reading answers is closed', async () => {
    const ask = lines('GET /users/me HTTP/1.1', 'Host: x')
    expect(statusesIn(await sendRaw(app.port, ask.repeat(16)))).toEqual(times(16, () => 401))
    expect(await sendRaw(app.port, ask.repeat(17))).toBe('')
  })

  test('addresses with a port, as Azure and IIS add it, belong to the network of the address', async () => {
    const strict = await givenTestApp({ trustProxyHops: 1, rates: { request: 1 } })
    const ask = async (address: string) =>
      (await strict.api.get('/users/me').set('X-Forwarded-For', address)).status
    expect(await ask('10.9.0.1:50123')).toBe(401)
    expect(await ask('10.9.0.1:50124')).toBe(429)
    expect(await ask('10.9.1.1:50123')).toBe(401)
    expect(await ask('[2001:db8::1]:443')).toBe(401)
  })

  test('an invalid forwarded address is logged once, without the address', async () => {
    const behindProxy = await givenTestApp({ trustProxyHops: 1 })
    const warnings = () => behindProxy.log.filter((line) => line.includes('X-Forwarded-For'))
    await behindProxy.api.get('/users/me').set('X-Forwarded-For', '192.0.2.1:443')
    expect(warnings()).toEqual([])
    for (const address of ['visitor-7', 'visitor-8'])
      await behindProxy.api.get('/users/me').set('X-Forwarded-For', address)
    expect(warnings()).toHaveLength(1)
    expect(warnings()[0]).toContain('TRUST_PROXY')
    expect(warnings()[0]).not.toContain('visitor-')
  })

  describe('a search for links', () => {
    const network = { 'X-Forwarded-For': '10.8.0.1' }
    let strict: TestApp
    beforeEach(async () => {
      await mongoose.connection.collection('rateWindows').deleteMany({})
      strict = await startTestApp({ trustProxyHops: 1, rates: { linkMiss: 3 } })
    })
    afterEach(() => strict.stop())
    const ask = async (path: string, headers: Record<string, string> = {}) =>
      (await strict.api.get(path).set({ ...network, ...headers })).status
    async function search(): Promise<number[]> {
      const statuses = []
      for (let miss = 0; miss < 5; miss += 1) statuses.push(await ask(`/projects/${nobody}`))
      return statuses
    }

    test('is stopped for unknown links only', async () => {
      const project = await givenProject(app.api)
      expect(await search()).toEqual([404, 404, 404, 429, 429])
      expect(await ask('/projects/short')).toBe(429)
      expect(await ask(`/projects/${project._id}`)).toBe(200)
      expect(await ask('/healthz')).toBe(200)
    })

    test('is not stopped for an account', async () => {
      const { auth } = await givenUser(app.api)
      await search()
      expect(await ask(`/projects/${nobody}`, auth)).toBe(404)
    })

    test.each(['closed', 'replaced', 'deleted'])('ignores a link that is %s', async (state) => {
      const project = await givenProject(app.api)
      const { _id, owner } = project
      if (state === 'closed') await givenSettings(app.api, project, { closed: true })
      if (state === 'replaced') await app.api.post(`/projects/${_id}/link`).set(owner.auth)
      if (state === 'deleted') await app.api.delete(`/projects/${_id}`).set(owner.auth)
      for (let miss = 0; miss < 5; miss += 1) expect(await ask(`/projects/${_id}`)).toBe(404)
      expect(await search()).toEqual([404, 404, 404, 429, 429])
      expect(await ask(`/projects/${_id}`)).toBe(404)
    })
  })
})

describe('the request log', () => {
  test('has one line per request and nothing that was sent', async () => {
    const user = await givenUser(app.api)
    app.log.length = 0
    await app.api.get(`/projects/${nobody}?secret=query`).set(user.auth).set('X-Guest-Secret', 'g'.repeat(30))
    await app.api.post('/users/login').send({ email: user.email, password: 'hidden password' })

    const entries = app.log.map((line): unknown => JSON.parse(line))
    expect(entries).toMatchObject([
      {
        method: 'GET',
        route: '/projects/:projectId',
        status: 404,
        ms: expect.any(Number),
        id: expect.any(String),
      },
      { method: 'POST', route: '/users/login', status: 401 },
    ])
    const text = app.log.join('')
    for (const secret of [
      nobody,
      user.token,
      user.email,
      'hidden password',
      'query',
      'ggggg',
      '127.0.0.1',
      user.user._id,
    ]) {
      expect(text).not.toContain(secret)
    }
  })
})

test('a refused request has the hash of its link in the log, like an answered one', async () => {
  const logged = await givenTestApp()
  const project = await givenProject(logged.api)
  const { _id, owner } = project
  await givenSettings(logged.api, project, { permission: 'view' })
  const path = `/projects/${_id}`
  await logged.api.get(`${path}?image=none`).set(owner.auth).expect(200)
  await logged.api.post(`/comment/add/${_id}`).send({ commenter: 'Ana', text: 'Hm', x: 1, y: 1 }).expect(403)
  await logged.api.put(path).set(owner.auth).send({}).expect(400)

  const links = await vi.waitFor(() => {
    const lines = logged.log.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'request')
    const found = ['GET', 'POST', 'PUT'].flatMap((method) =>
      lines.filter((line) => line.method === method && line.route.endsWith(':projectId')).slice(-1),
    )
    expect(found.map(({ status }) => status)).toEqual([200, 403, 400])
    return found.map(({ link }) => link)
  })
  expect(links).toEqual([expect.stringMatching(/^[\w-]{12}$/), links[0], links[0]])
})
