import { connect, type Socket } from 'node:net'
import { listenOnFreePort } from '@pinmark/testbed/free-port'
import express, { type Response } from 'express'
import { pino } from 'pino'
import supertest from 'supertest'
import { afterEach, expect, test, vi } from 'vitest'
import { answerError } from '../error-handler'
import { findNetwork } from '../find-network'
import { type AnswerLimits, standardAnswerLimits } from './answer-memory'
import { OpenAnswers } from './open-answers'
import { openEventStream, type EventStream } from '../send/event-stream'
import { sendJson } from '../send/send-json'
import { sendPieces } from '../send/send-pieces'
import { createHttpServer } from '../server'

const [office, flood] = ['203.0.113.1', '198.51.100.1']
const never = 600_000
const piece = Buffer.alloc(64 * 1024, 'x')
/** More bytes than the system buffers for a reader who reads nothing. */
const pieces = 512
const large = '/large'
const whole = '/whole'
/** JSON of 8 MB. */
const text = 'x'.repeat(8 * 1024 * 1024)

const sockets: Socket[] = []
const stops: (() => Promise<unknown>)[] = []
afterEach(async () => {
  vi.useRealTimers()
  for (const socket of sockets.splice(0)) socket.destroy()
  for (const stop of stops.splice(0)) await stop()
})

/** A real server with an answer of 32 MB and one of a few bytes, in front of a proxy. */
async function givenServer(limits: Partial<AnswerLimits>) {
  const answers = new OpenAnswers({
    ...standardAnswerLimits,
    stallMs: never,
    crowdedStallMs: never,
    fullStallMs: 20,
    ...limits,
  })
  const log = pino({ level: 'silent' })
  const app = express()
  app.set('trust proxy', 1)
  const given = new Set<Response>()
  app.use((_req, res, next) => {
    given.add(res)
    next()
  })
  app.use(findNetwork(log), answers.watch, answers.limit)
  app.get(large, (_req, res) => sendPieces(res, manyPieces()))
  app.all(whole, (_req, res) => sendJson(res, text))
  const streams: EventStream[] = []
  app.get('/events', (req, res) => {
    const stream = openEventStream(req, res)
    if (stream) streams.push(stream)
  })
  app.get('/small', (_req, res) => void res.json({}))
  app.get('/cached/:name', (req, res) => sendCached(res, cachedImages[req.params.name] ?? []))
  const undecided: Response[] = []
  app.get('/undecided', (_req, res) => void undecided.push(res))
  app.use(answerError(log))
  const server = createHttpServer({ listener: app })
  let open = 0
  server.on('connection', (socket) => {
    open += 1
    socket.once('close', () => (open -= 1))
  })
  const port = await listenOnFreePort(server)
  stops.push(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  const ask = (path: string, network: string) =>
    supertest(`http://127.0.0.1:${port}`).get(path).set('X-Forwarded-For', network).buffer(true)
  const unreadBytes = () => [...given].reduce((sum, res) => sum + (res.destroyed ? 0 : res.writableLength), 0)
  return {
    ...{ port, ask, undecided, streams, openConnections: () => open },
    ...{ unreadBytes, answered: () => [...given].filter(({ headersSent }) => headersSent).length },
  }
}

async function* manyPieces(): AsyncGenerator<Buffer> {
  for (let count = 0; count < pieces; count += 1) yield piece
}

/** Two images of 32 MB, as a cache keeps them. */
const cachedImages: Record<string, Buffer[]> = { first: cachedImage(), second: cachedImage() }

function cachedImage(): Buffer[] {
  const bytes = Buffer.from(piece)
  return Array.from({ length: pieces }, () => bytes)
}

function sendCached(res: Response, image: Buffer[]): void {
  if (!res.openAnswer?.holdIfAmple(image)) return void res.sendStatus(507)
  for (const bytes of image) res.write(bytes)
  res.end()
}

/** Requests the large answer and reads nothing of it. */
function waitWithoutReading(port: number, network: string, path = large, method = 'GET'): Socket {
  const socket = connect(port, '127.0.0.1').pause()
  sockets.push(socket)
  socket.on('error', () => undefined)
  socket.write(`${method} ${path} HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${network}\r\n\r\n`)
  return socket
}

const patiently = { timeout: 20_000, interval: 20 }

test('a connection that reads nothing of its answer is closed; one that reads gets all of it', async () => {
  const { port, ask, openConnections } = await givenServer({ stallMs: 300 })
  waitWithoutReading(port, office)
  await vi.waitFor(() => expect(openConnections()).toBe(1), patiently)

  const read = await ask(large, office)

  expect([read.status, read.text.length]).toEqual([200, pieces * piece.length])
  await vi.waitFor(() => expect(openConnections()).toBe(0), patiently)
})

test('a clock that is set back keeps no connection open that reads nothing', async () => {
  const { port, openConnections } = await givenServer({ stallMs: 300 })
  waitWithoutReading(port, office)
  await vi.waitFor(() => expect(openConnections()).toBe(1), patiently)

  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 3_600_000 })

  await turnsUntil(() => openConnections() === 0)
})

test('a network with too many unread bytes gets 429 until they are read; others are served', async () => {
  const { port, ask } = await givenServer({ networkBytes: 4 * piece.length })
  const waiting = Array.from({ length: 8 }, () => waitWithoutReading(port, flood))

  await vi.waitFor(async () => {
    const { status, body, headers } = await ask('/small', flood)
    expect({ status, code: body.code }).toEqual({ status: 429, code: 'answers_waiting' })
    expect(headers['retry-after']).toMatch(/^\d+$/)
  }, patiently)
  expect((await ask('/small', office)).status).toBe(200)
  expect((await ask(large, office)).text.length).toBe(pieces * piece.length)

  for (const socket of waiting) socket.resume()
  await vi.waitFor(async () => expect((await ask('/small', flood)).status).toBe(200), patiently)
})

test('an answer that has taken its room is not refused later', async () => {
  const room = 3 * 1024 * 1024
  const { port, undecided } = await givenServer({ networkBytes: room })
  for (const path of ['/undecided', '/undecided']) waitWithoutReading(port, office, path)
  await vi.waitFor(() => expect(undecided).toHaveLength(2), patiently)
  const [one, other] = undecided.map(({ openAnswer }) => openAnswer)
  one?.holdBytes(room)
  other?.holdBytes(piece.length)

  expect(() => one?.holdBytes(room)).not.toThrow()
  expect(() => other?.holdBytes(room)).toThrow(expect.objectContaining({ code: 'answers_waiting' }))
})

test('when many networks have unread bytes, those that read nothing are closed and a new one is served', async () => {
  const { port, ask, openConnections } = await givenServer({ bytes: 4 * piece.length, spareBytes: 0 })
  for (let at = 0; at < 12; at += 1) waitWithoutReading(port, `198.51.${at}.1`)

  const read = await ask(large, office)

  expect([read.status, read.text.length]).toEqual([200, pieces * piece.length])
  await vi.waitFor(() => expect(openConnections()).toBeLessThan(8), patiently)
})

test('an answer that waits for room of its network blocks nothing, and ends with its visitor', async () => {
  const { port, ask, openConnections } = await givenServer({ networkBytes: 2 * piece.length })
  const waiting = Array.from({ length: 6 }, () => waitWithoutReading(port, flood))
  await vi.waitFor(async () => expect((await ask('/small', flood)).status).toBe(429), patiently)

  for (const socket of waiting) socket.destroy()

  await vi.waitFor(() => expect(openConnections()).toBe(0), patiently)
  await vi.waitFor(async () => expect((await ask('/small', flood)).status).toBe(200), patiently)
  expect((await ask(large, flood)).text.length).toBe(pieces * piece.length)
})

test('cached bytes count once, however many answers send them', async () => {
  const room = 2 * pieces * piece.length
  const { port, ask, openConnections } = await givenServer({ networkBytes: room, bytes: room })
  const waiting = Array.from({ length: 4 }, () => waitWithoutReading(port, office, '/cached/first'))
  await vi.waitFor(() => expect(openConnections()).toBe(4), patiently)

  expect((await ask('/cached/first', office)).status).toBe(200)
  expect((await ask('/cached/second', office)).status).toBe(507)

  for (const socket of waiting) socket.destroy()
  await vi.waitFor(async () => expect((await ask('/cached/second', office)).status).toBe(200), patiently)
})

test.each(['GET', 'PUT'])(
  'unread whole answers to %s take no more memory than their network may hold',
  async (method) => {
    const networkBytes = 2.5 * text.length
    const { port, ask, unreadBytes, answered } = await givenServer({ networkBytes })
    for (let at = 0; at < 12; at += 1) waitWithoutReading(port, flood, whole, method)

    await vi.waitFor(() => expect(answered()).toBe(12), patiently)

    expect(unreadBytes()).toBeLessThanOrEqual(networkBytes)
    expect((await ask('/small', flood)).status).toBe(200)
    expect((await ask(whole, office)).body).toBe(text)
  },
)

test('a reader who takes a little now and then does not make room for another whole answer', async () => {
  const { port, ask, answered } = await givenServer({ networkBytes: 1.5 * text.length })
  const slow = waitWithoutReading(port, flood, whole)
  const drip = setInterval(() => slow.read(1_024), 1)
  stops.push(async () => clearInterval(drip))
  await vi.waitFor(() => expect(answered()).toBe(1), patiently)

  const { status, body } = await ask(whole, flood)

  expect({ status, code: body.code }).toEqual({ status: 429, code: 'answers_waiting' })
  slow.destroy()
  await vi.waitFor(async () => expect((await ask(whole, flood)).status).toBe(200), patiently)
})

test('pages that do not read a long event take no more memory than their network may hold; others receive it', async () => {
  const networkBytes = 2.5 * text.length
  const { port, streams, unreadBytes, openConnections } = await givenServer({ networkBytes })
  for (let at = 0; at < 12; at += 1) waitWithoutReading(port, flood, '/events')
  const reader = waitWithoutReading(port, office, '/events').resume()
  await vi.waitFor(() => expect(streams).toHaveLength(13), patiently)

  for (const { send } of streams) send(text)

  expect(unreadBytes()).toBeLessThanOrEqual(networkBytes + text.length)
  await vi.waitFor(() => expect(reader.bytesRead).toBeGreaterThan(text.length), patiently)
  await vi.waitFor(() => expect(openConnections()).toBeLessThan(13), patiently)
  expect(unreadBytes()).toBeLessThanOrEqual(networkBytes)
})

test('a long event that is the same for all pages counts once', async () => {
  const { port, streams, openConnections } = await givenServer({ networkBytes: 1.5 * text.length })
  for (let at = 0; at < 12; at += 1) waitWithoutReading(port, flood, '/events')
  await vi.waitFor(() => expect(streams).toHaveLength(12), patiently)
  const [event, other] = [Buffer.from(text), Buffer.from(text)]

  for (const { send } of streams.slice(0, 11)) send(event)
  streams[11]?.send(other)

  await vi.waitFor(() => expect(openConnections()).toBe(11), patiently)
})

test('while a request is unanswered, other large answers are sent with pauses', async () => {
  const { port, ask, undecided } = await givenServer({})
  const decided = ask('/undecided', office).then(({ status }) => status)
  await vi.waitFor(() => expect(undecided).toHaveLength(1), patiently)
  // Nothing resumes these timers: a pause does not end.
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const reader = waitWithoutReading(port, flood).resume()
  await turnsUntil(() => vi.getTimerCount() > 0)
  expect(reader.bytesRead).toBe(0)

  vi.advanceTimersByTime(10)
  await turnsUntil(() => reader.bytesRead > piece.length)
  await turnsUntil(() => vi.getTimerCount() > 0)
  expect(reader.bytesRead).toBeLessThan(4 * piece.length)

  undecided[0]?.json({})
  expect(await decided).toBe(200)
  vi.advanceTimersByTime(10)
  await turnsUntil(() => reader.bytesRead > pieces * piece.length)
})

/** Timers may be fake. */
async function turnsUntil(isReached: () => boolean): Promise<void> {
  while (!isReached()) await new Promise((resolve) => setImmediate(resolve))
}
