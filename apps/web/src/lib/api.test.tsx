import { endpoint } from '@pinmark/shared/api/endpoint'
import { AppError, WordlessError } from '@pinmark/shared/page-errors'
import { renderHook } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { afterEach, beforeEach, describe, expect, test, vi, onTestFinished } from 'vitest'
import * as z from 'zod/mini'
import { refusal } from '../../test/given'
import { server } from '../../test/server'
import { call, callDeletion } from './api'
import { NetworkError } from './answer'
import { useNow } from './clock'
import { fetchFile } from './download'
import { readToken } from './identity'
import { readSession, startSession } from './session'
import { uploadForm } from './upload'

const answers = { 200: z.object({ hello: z.string() }) }
const readThing = endpoint({ method: 'GET', path: '/thing', access: 'visitor', answers })
const makeThing = endpoint({
  method: 'POST',
  path: '/thing',
  access: 'visitor',
  body: z.object({ a: z.number() }),
  answers,
})
const session = {
  token: 'token-1',
  user: { _id: 'AAAAAAAAAAAAAAAAAAAAAA', name: 'Mara', email: 'mara@studio.test' },
}

test('a call sends the token, the guest secret, the idempotency key and its body as JSON', async () => {
  startSession(session)
  server.use(
    http.post('/thing', async ({ request }) => {
      expect(request.headers.get('Authorization')).toBe('Bearer token-1')
      expect(request.headers.get('X-Session-Token')).toBe('token-1')
      expect(request.headers.get('X-Guest-Secret')).toMatch(/^[\w-]{22}$/)
      expect(await request.json()).toEqual({ a: 1 })
      return HttpResponse.json({ hello: 'you', more: true })
    }),
  )
  await expect(call(makeThing, { body: { a: 1 } })).resolves.toEqual({ hello: 'you' })
})

test('a call of a page behind a login of a proxy leaves Authorization to the proxy', async () => {
  document.documentElement.dataset['proxyLogin'] = ''
  onTestFinished(() => void delete document.documentElement.dataset['proxyLogin'])
  startSession(session)
  const sent: (string | null)[] = []
  server.use(
    http.get('/thing', ({ request }) => {
      sent.push(request.headers.get('X-Session-Token'), request.headers.get('Authorization'))
      return HttpResponse.json({ hello: 'you' })
    }),
  )
  await call(readThing)
  expect(sent).toEqual(['token-1', null])
})

test('a call that the login of a proxy refuses is sent once more, without Authorization', async () => {
  onTestFinished(() => void delete document.documentElement.dataset['proxyLogin'])
  startSession(session)
  const sent: (string | null)[] = []
  server.use(
    http.get('/thing', ({ request }) => {
      sent.push(request.headers.get('Authorization'))
      return HttpResponse.html('<h1>401</h1>', { status: 401 })
    }),
  )
  await expect(call(readThing)).rejects.toMatchObject({ code: 'proxy_login_needed' })
  expect(sent).toEqual(['Bearer token-1', null])
})

test('the page tells the time by the server’s clock, whatever this computer says', async () => {
  const hourMs = 3_600_000
  const answerAt = (time: number) =>
    server.use(
      http.get('/thing', () =>
        HttpResponse.json({ hello: 'you' }, { headers: { Date: new Date(time).toUTCString() } }),
      ),
    )
  onTestFinished(async () => {
    answerAt(Date.now())
    await call(readThing)
  })
  answerAt(Date.now() + 5 * hourMs)
  await call(readThing)
  const { result } = renderHook(useNow)
  expect(Math.round((result.current - Date.now()) / hourMs)).toBe(5)
})

test('a refusal becomes an AppError with its code, sentence and waiting time', async () => {
  server.use(
    http.get('/thing', () => refusal(429, 'too_many_comments', 'That was quick.', { 'Retry-After': '12' })),
  )
  const error = await call(readThing).catch((caught: unknown) => caught)
  expect(error).toBeInstanceOf(AppError)
  expect(error).toMatchObject({
    code: 'too_many_comments',
    message: 'That was quick.',
    retryAfterSeconds: 12,
  })
})

/** A row for the page that a proxy answers with. */
function proxyPage(status: number, code: string): [string, () => Response, string] {
  return [`a page of a proxy with ${status}`, () => HttpResponse.html('<h1>Proxy</h1>', { status }), code]
}

test.each<[string, () => Response, string]>([
  ...[500, 502, 503, 504, 520].map((status) => proxyPage(status, 'server_busy')),
  proxyPage(400, 'proxy_refused'),
  proxyPage(401, 'proxy_login_needed'),
  proxyPage(403, 'proxy_refused'),
  proxyPage(404, 'proxy_refused'),
  proxyPage(405, 'proxy_refused'),
  proxyPage(408, 'request_timed_out'),
  proxyPage(413, 'proxy_limit'),
  proxyPage(429, 'too_many_requests'),
  proxyPage(200, 'proxy_login_needed'),
  ['JSON of a proxy', () => HttpResponse.json({ error: 'Forbidden' }, { status: 403 }), 'proxy_refused'],
  ['an unknown code', () => refusal(404, 'brand_new_code', 'New.'), 'route_not_found'],
  ['an answer of another shape', () => HttpResponse.json({ nope: 1 }), 'unexpected'],
  ['no JSON at all', () => new HttpResponse('hello'), 'unexpected'],
  ['an empty body', () => new HttpResponse(null, { status: 204 }), 'unexpected'],
])('%s becomes an error that the page can show', async (_what, answer, code) => {
  server.use(http.get('/thing', answer))
  await expect(call(readThing)).rejects.toMatchObject({ name: 'AppError', code })
})

test('an answer without a sentence is distinguished from one with a sentence', async () => {
  server.use(http.get('/thing', () => HttpResponse.html('<h1>500</h1>', { status: 500 })))
  await expect(call(readThing)).rejects.toBeInstanceOf(WordlessError)
  server.use(http.get('/thing', () => refusal(500, 'unexpected', 'Out of luck')))
  const error = await call(readThing).catch((caught: unknown) => caught)
  expect(error).not.toBeInstanceOf(WordlessError)
  expect(error).toMatchObject({ message: 'Out of luck' })
})

test('a missing answer is a NetworkError, a cancelled call is not', async () => {
  server.use(http.get('/thing', () => HttpResponse.error()))
  await expect(call(readThing)).rejects.toBeInstanceOf(NetworkError)

  const controller = new AbortController()
  controller.abort(new Error('given up'))
  await expect(call(readThing, { signal: controller.signal })).rejects.not.toBeInstanceOf(NetworkError)
})

test('a change without an answer is sent once more, as is what has a key, and nothing else', async () => {
  const asked: [string, string | null][] = []
  const changeThing = endpoint({ ...makeThing, method: 'PATCH' })
  server.use(
    http.all('/thing', async ({ request }) => {
      asked.push([`${request.method} ${await request.text()}`, request.headers.get('Idempotency-Key')])
      return HttpResponse.error()
    }),
  )
  for (const one of [changeThing, makeThing])
    await expect(call(one, { body: { a: 1 } })).rejects.toBeInstanceOf(NetworkError)
  const keyed = call(makeThing, { body: { a: 2 }, idempotencyKey: 'one' })
  await expect(keyed).rejects.toBeInstanceOf(NetworkError)
  expect(asked).toEqual([
    ['PATCH {"a":1}', null],
    ['PATCH {"a":1}', null],
    ['POST {"a":1}', null],
    ['POST {"a":2}', 'one'],
    ['POST {"a":2}', 'one'],
  ])
})

test('the token is removed when the server says that it has expired', async () => {
  startSession(session)
  server.use(
    http.get('/thing', () => HttpResponse.json({ hello: 'guest' }, { headers: { 'X-Session-Ended': '1' } })),
  )
  await call(readThing)
  expect(readSession()).toBeNull()
})

test('a late answer to an old token does not end a new login', async () => {
  startSession(session)
  server.use(
    http.get('/thing', () => {
      startSession({ ...session, token: 'token-2' })
      return HttpResponse.json({ hello: 'you' }, { headers: { 'X-Session-Ended': '1' } })
    }),
  )
  await call(readThing)
  expect(readToken()).toBe('token-2')
})

test('the early request of the first script is used once, by the same account only', async () => {
  const early = () => Promise.resolve(Response.json({ hello: 'early' }))
  server.use(http.get('/thing', () => HttpResponse.json({ hello: 'later' })))
  window.pinmarkFirst = { path: '/thing', token: null, response: early() }
  await expect(call(readThing)).resolves.toEqual({ hello: 'early' })
  await expect(call(readThing)).resolves.toEqual({ hello: 'later' })

  window.pinmarkFirst = { path: '/thing', token: 'of another account', response: early() }
  await expect(call(readThing)).resolves.toEqual({ hello: 'later' })
})

describe('a silent network', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
  afterEach(() => void vi.useRealTimers())

  const errorOf = (made: Promise<unknown>) => made.catch((error: unknown) => error)
  const never = () => new Promise<Response>(() => {})
  /** Its headers arrive, and no end of its body. */
  const unfinished = () =>
    new HttpResponse(new ReadableStream({ start: (body) => body.enqueue(new Uint8Array(1)) }))

  test.each([
    ['without an answer', 30_000, never],
    ['with an unfinished answer', 120_000, unfinished],
  ])('%s, a call fails in the end', async (_what, afterMs, answer) => {
    server.use(http.post('/thing', answer))
    const made = errorOf(call(makeThing, { body: { a: 1 } }))
    // The headers, which arrive in real time, start the time for the body.
    await new Promise(setImmediate)
    await vi.advanceTimersByTimeAsync(afterMs)
    expect(await made).toBeInstanceOf(NetworkError)
  })

  test('the request of the first script fails too, and the next call sends its own', async () => {
    server.use(http.get('/thing', () => HttpResponse.json({ hello: 'later' })))
    window.pinmarkFirst = { path: '/thing', token: null, response: never() }
    const first = errorOf(call(readThing))
    await vi.advanceTimersByTimeAsync(30_000)
    expect(await first).toBeInstanceOf(NetworkError)
    vi.useRealTimers()
    await expect(call(readThing)).resolves.toEqual({ hello: 'later' })
  })

  test('an upload fails when nothing leaves the browser any more, or no answer follows', async () => {
    server.use(http.post('/thing', never))
    const options = { signal: new AbortController().signal, onProgress: () => {} }
    const sent = errorOf(uploadForm(makeThing, {}, new FormData(), options))
    await new Promise(setImmediate)
    await vi.advanceTimersByTimeAsync(240_000)
    expect(await sent).toBeInstanceOf(NetworkError)
  })

  test.each([
    ['no bytes', never],
    ['only its beginning', unfinished],
  ])('a download of which %s arrive fails in the end', async (_what, answer) => {
    server.use(http.get('/thing', answer))
    const options = { signal: new AbortController().signal, onProgress: () => {} }
    const fetched = errorOf(fetchFile('/thing', options))
    await new Promise(setImmediate)
    await vi.advanceTimersByTimeAsync(360_000)
    expect(await fetched).toBeInstanceOf(NetworkError)
  })
})

describe('a deletion', () => {
  const noAnswer = () => HttpResponse.error()
  const notFound = (headers = {}) => refusal(404, 'project_not_found', 'Project not found', headers)
  const memberNotFound = () => refusal(404, 'member_not_found', 'Member not found')

  let things = 0

  /** Answers the attempts to delete a new thing, one after the other. */
  function givenThing(...attempts: (() => Response)[]) {
    startSession(session)
    things += 1
    const path = `/things/${things}` as const
    server.use(http.delete(path, () => attempts.shift()?.() ?? noAnswer()))
    return { attempts, deleteThing: endpoint({ method: 'DELETE', path, access: 'account', answers }) }
  }

  test.each([
    ['the answer was lost', [noAnswer, notFound]],
    ['the thing is gone already, for everyone', [memberNotFound]],
    ['the first attempt did not arrive', [noAnswer, () => HttpResponse.json({ hello: 'you' })]],
  ])('succeeds when %s', async (_what, attempts) => {
    const { deleteThing } = givenThing(...attempts)
    await expect(callDeletion(deleteThing)).resolves.toBeUndefined()
  })

  test.each<[string, (() => Response)[]]>([
    ['no answer arrived', [noAnswer, noAnswer, notFound]],
    ['a proxy gave up', [() => HttpResponse.html('<h1>504</h1>', { status: 504 }), notFound]],
  ])('is tried again by its author after %s', async (_what, attempts) => {
    const { deleteThing, attempts: later } = givenThing(...attempts)
    await expect(callDeletion(deleteThing)).rejects.toBeInstanceOf(Error)
    await expect(callDeletion(deleteThing)).resolves.toBeUndefined()
    // It may have been restored since.
    later.push(notFound)
    await expect(callDeletion(deleteThing)).rejects.toMatchObject({ code: 'project_not_found' })
  })

  test.each<[string, (() => Response)[], unknown]>([
    ['no answer arrives', [noAnswer, noAnswer], { name: 'NetworkError' }],
    ['the server refuses', [() => refusal(403, 'not_allowed', 'No.')], { code: 'not_allowed' }],
    [
      'a proxy does not know the address',
      [() => HttpResponse.html('<h1>404</h1>', { status: 404 })],
      { code: 'proxy_refused' },
    ],
    ['the server does not know the address', [() => refusal(404, 'route_not_found', 'Nothing.')], {}],
    ['the sender may no longer see the project', [notFound], { code: 'project_not_found' }],
    ['the session has ended', [() => notFound({ 'X-Session-Ended': '1' })], { code: 'project_not_found' }],
  ])('fails when %s', async (_what, attempts, error) => {
    const { deleteThing } = givenThing(...attempts)
    await expect(callDeletion(deleteThing)).rejects.toMatchObject(Object(error))
  })
})
