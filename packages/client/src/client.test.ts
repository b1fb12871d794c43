import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { addComment, addReply } from '@pinmark/shared/api/comments'
import { addVersion } from '@pinmark/shared/api/designs'
import { checkHealth } from '@pinmark/shared/api/service'
import { createProject } from '@pinmark/shared/api/projects'
import { expect, onTestFinished, test } from 'vitest'
import { createClient, NetworkError } from './client'

type Answer = (response: ServerResponse, request: IncomingMessage) => void

const id = 'AAAAAAAAAAAAAAAAAAAAAA'
const lose: Answer = (response) => response.socket?.destroy()
const healthy: Answer = (response) => json(response, 200, { status: 'ok', version: '1.0.0' })

function json(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(JSON.stringify(body))
}

/** A server that gives these answers, the last one again and again. */
async function givenServer(...answers: Answer[]) {
  const requests: IncomingMessage[] = []
  const server = createServer((request, response) => {
    const answer = answers[Math.min(requests.length, answers.length - 1)]
    requests.push(request)
    request.resume().once('end', () => answer?.(response, request))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const url = `http://127.0.0.1:${port}`
  return { url, requests, client: createClient({ url, token: 'pinmark_token' }) }
}

test('a call sends what its contract says, and parses the answer', async () => {
  const { client, requests } = await givenServer(healthy)
  expect(await client.call(checkHealth)).toEqual({ status: 'ok', version: '1.0.0' })
  expect(requests[0]).toMatchObject({
    method: 'GET',
    url: '/healthz',
    headers: { authorization: 'Bearer pinmark_token' },
  })
})

test('a lost answer is asked for again only if the server stores the request once', async () => {
  const reading = await givenServer(lose, healthy)
  expect(await reading.client.call(checkHealth)).toMatchObject({ status: 'ok' })

  const params = { projectId: id, commentId: id }
  const words = { commenter: 'Ana', text: 'Done.' }
  const plain = await givenServer(lose)
  await expect(plain.client.call(addReply, { params, body: words })).rejects.toThrow(NetworkError)
  expect(plain.requests).toHaveLength(1)

  const stop: Answer = (response) => json(response, 404, { error: 'Gone.', code: 'comment_not_found' })
  const known = await givenServer(lose, lose, stop)
  await expect(known.client.call(addReply, { params, body: { ...words, _id: id } })).rejects.toThrow('Gone.')
  expect(known.requests).toHaveLength(3)

  const keyed = await givenServer(lose, stop)
  const upload = { params: { projectId: id, designId: id }, form: new FormData(), idempotencyKey: 'one' }
  await expect(keyed.client.call(addVersion, upload)).rejects.toMatchObject({ code: 'comment_not_found' })
  expect(keyed.requests.map(({ headers }) => headers['idempotency-key'])).toEqual(['one', 'one'])
})

test('a busy server is asked again when it says, also for a request that may not be repeated otherwise', async () => {
  const busy: Answer = (response) =>
    json(response, 503, { error: 'Busy.', code: 'server_busy' }, { 'Retry-After': '0' })
  const refuse: Answer = (response) =>
    json(response, 403, { error: 'This link is view-only.', code: 'view_only' })
  const { client, requests } = await givenServer(busy, refuse)

  const call = client.call(addComment, {
    params: { projectId: id },
    body: { commenter: 'Ana', text: 'Hi', x: 1, y: 1 },
  })

  await expect(call).rejects.toMatchObject({
    code: 'view_only',
    status: 403,
    message: 'This link is view-only.',
  })
  expect(requests).toHaveLength(2)
})

test.each<[string, Answer, object]>([
  [
    'a refusal in plain text',
    (response) =>
      response
        .writeHead(401, { 'Content-Type': 'text/plain', 'X-Error-Code': 'sign_in_to_create' })
        .end('Log in.\n'),
    { code: 'sign_in_to_create', status: 401, message: 'Log in.' },
  ],
  [
    'a redirect, which is not followed',
    (response) => response.writeHead(301, { Location: 'https://pinmark.test/projects' }).end(),
    {
      code: 'proxy_refused',
      status: 301,
      message: expect.stringContaining('It leads to https://pinmark.test/projects.'),
    },
  ],
  [
    'the page of a proxy',
    (response) => response.writeHead(200, { 'Content-Type': 'text/html' }).end('<h1>Log in</h1>'),
    { code: 'proxy_refused', message: expect.stringContaining('not from Pinmark') },
  ],
  [
    'a call that an older server does not know',
    (response) =>
      json(response, 404, { error: 'There is nothing at this address.', code: 'route_not_found' }),
    { code: 'route_not_found', message: expect.stringContaining('another version') },
  ],
  [
    'an answer of another form',
    (response) => json(response, 201, { name: 'Landing page' }),
    { code: 'unexpected', message: expect.stringContaining('another version') },
  ],
  [
    'an answer that treats the token as none',
    (response) => json(response, 201, {}, { 'X-Session-Ended': '1' }),
    { code: 'session_ended', status: 401 },
  ],
])('%s is an error with a code', async (_name, answer, error) => {
  const { client, requests } = await givenServer(answer)
  await expect(client.call(createProject, { form: new FormData() })).rejects.toMatchObject(error)
  expect(requests).toHaveLength(1)
})

test('a token that no header can carry is a wrong token, and is not sent', async () => {
  const { url, requests } = await givenServer(healthy)
  const call = createClient({ url, token: 'pinmark_abc…' }).call(checkHealth)
  await expect(call).rejects.toMatchObject({ code: 'session_ended', status: 401 })
  expect(requests).toHaveLength(0)
})

test('a lost connection names its reason', async () => {
  const { url, requests, client } = await givenServer(lose)
  const call = client.call(createProject, { form: new FormData() })
  await expect(call).rejects.toThrow(`No answer from ${url} (UND_ERR_SOCKET).`)
  expect(requests).toHaveLength(1)
})

test('an ended signal ends a request and the pause before the next one', async () => {
  const stop = new AbortController()
  const { url } = await givenServer((response) => {
    lose(response, response.req)
    setImmediate(() => stop.abort())
  })
  const client = createClient({ url, signal: stop.signal })
  await expect(client.call(checkHealth)).rejects.toThrow('aborted')
})
