import { connect, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { listenOnFreePort } from '@pinmark/testbed/free-port'
import express, { type Response } from 'express'
import { pino } from 'pino'
import supertest from 'supertest'
import { afterEach, expect, test, vi } from 'vitest'
import { answerError } from '../error-handler'
import { findNetwork } from '../identify'
import { openEventStream, type EventStream, sendPieces, sendJson } from '../send/send'
import { createHttpServer } from '../server'

const [office, flood] = ['203.0.113.1', '198.51.100.1']
const piece = Buffer.alloc(64 * 1024, 'x')
/** More bytes than the system buffers for a reader who reads nothing. */
const pieces = 512
/** JSON of 8 MB: three of them are less than half of the memory for all, and five are more. */
const text = 'x'.repeat(8 * 1024 * 1024)

/** More than a twelfth of the memory of one network. */
const shared = Buffer.alloc(8 * 1024 * 1024)

const sockets: Socket[] = []
const stops: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  for (const stop of stops.splice(0)) await stop()
})

/** A real server with an answer of 32 MB in pieces and one of 8 MB as a whole, behind a proxy. */
async function givenServer() {
  const log = pino({ level: 'silent' })
  const app = express()
  app.set('trust proxy', 1)
  const given = new Set<Response>()
  app.use(findNetwork(log), (_req, res, next) => {
    given.add(res)
    next()
  })
  app.get('/pieces', (_req, res) => sendPieces(res, manyPieces()))
  app.get('/shared', (_req, res) =>
    sendPieces(res.type('text'), Readable.from([shared, shared]), { areShared: true }),
  )
  app.all('/whole', (_req, res) => sendJson(res, text))
  const slowly = { isAsked: false, make: () => {} }
  app.get('/slowly', (_req, res) => {
    async function* pieceMadeLater() {
      slowly.isAsked = true
      await new Promise<void>((resolve) => (slowly.make = resolve))
      yield 'made'
    }
    return sendPieces(res.type('text'), pieceMadeLater())
  })
  const streams: EventStream[] = []
  app.get('/events', (req, res) => {
    const stream = openEventStream(req, res)
    if (stream) streams.push(stream)
  })
  app.use(answerError(log))
  const server = createHttpServer({ listener: app })
  const port = await listenOnFreePort(server)
  stops.push(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  return {
    ...{ port, streams, slowly },
    ask: (path: string, network: string) =>
      supertest(`http://127.0.0.1:${port}`).get(path).set('X-Forwarded-For', network).buffer(true),
    /** Undefined before one was set. */
    timeouts: () => [...given].map(({ req }) => req.socket.timeout),
    answered: () => [...given].filter(({ headersSent }) => headersSent).length,
    unreadBytes: () => [...given].reduce((sum, res) => sum + (res.destroyed ? 0 : res.writableLength), 0),
  }
}

async function* manyPieces(): AsyncGenerator<Buffer> {
  for (let count = 0; count < pieces; count += 1) yield piece
}

/** Requests an answer and reads nothing of it. */
function waitWithoutReading(port: number, network: string, path: string, method = 'GET'): Socket {
  const socket = connect(port, '127.0.0.1').pause()
  sockets.push(socket)
  socket.on('error', () => undefined)
  socket.write(`${method} ${path} HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${network}\r\n\r\n`)
  return socket
}

const patiently = { timeout: 20_000, interval: 20 }

test('readers who read nothing hold a piece each, and are cut off later; one who reads gets all of it', async () => {
  const { port, ask, answered, unreadBytes, timeouts } = await givenServer()
  for (let at = 0; at < 12; at += 1) waitWithoutReading(port, flood, '/pieces')
  await vi.waitFor(() => expect(answered()).toBe(12), patiently)

  const read = await ask('/pieces', flood)

  expect([read.status, read.text.length]).toEqual([200, pieces * piece.length])
  expect(unreadBytes()).toBeLessThan(13 * 2 * piece.length)
  expect(timeouts().slice(0, 12)).toEqual(Array.from({ length: 12 }, () => 60_000))
})

test('an office whose readers are all slow gets a picture that is in memory: its bytes count for none of them', async () => {
  const { port, ask, answered } = await givenServer()
  for (let at = 0; at < 12; at += 1) waitWithoutReading(port, office, '/shared')
  await vi.waitFor(() => expect(answered()).toBe(12), patiently)

  const read = await ask('/shared', office)

  expect([read.status, read.text.length]).toEqual([200, 2 * shared.length])
})

test('an answer whose pieces take long to be made is not cut off meanwhile', async () => {
  const { ask, timeouts, slowly } = await givenServer()
  const asked = ask('/slowly', office).then(({ text: sent }) => sent)
  await vi.waitFor(() => expect(slowly.isAsked).toBe(true), patiently)

  expect(timeouts()).toEqual([undefined])
  slowly.make()
  expect(await asked).toBe('made')
})

test.each(['GET', 'PUT'])('unread whole answers to %s take a limited amount of memory', async (method) => {
  const { port, ask, answered, unreadBytes } = await givenServer()
  for (let at = 0; at < 12; at += 1) waitWithoutReading(port, flood, '/whole', method)
  await vi.waitFor(() => expect(answered()).toBe(12), patiently)

  expect(unreadBytes()).toBeLessThanOrEqual(4 * text.length)
  const refused = await ask('/whole', flood)
  expect({ status: refused.status, code: refused.body.code }).toEqual({
    status: 429,
    code: 'answers_waiting',
  })
  expect(refused.headers['retry-after']).toBe('5')
  expect((await ask('/whole', office)).body).toBe(text)

  for (const socket of sockets.splice(0)) socket.destroy()
  await vi.waitFor(async () => expect((await ask('/whole', flood)).status).toBe(200), patiently)
})

test('a page that leaves events unread is cut off, and gets an event of any length before', async () => {
  const { port, streams } = await givenServer()
  const [deaf, reader] = ['/events', '/events'].map((path) => waitWithoutReading(port, office, path))
  reader?.resume()
  await vi.waitFor(() => expect(streams).toHaveLength(2), patiently)
  const ended = vi.fn<() => void>()
  for (const { onClose } of streams) onClose(ended)

  for (const { send } of streams) send(text)
  await vi.waitFor(() => expect(reader?.bytesRead).toBeGreaterThan(text.length), patiently)
  for (const { send } of streams) send('data: 1\n\n')

  await vi.waitFor(() => expect(ended).toHaveBeenCalledTimes(1), patiently)
  expect(deaf?.destroyed).toBe(false)
})

test('long events that pages leave unread take a limited amount of memory, until the pages leave', async () => {
  const { port, streams, unreadBytes } = await givenServer()
  for (let at = 0; at < 12; at += 1) waitWithoutReading(port, flood, '/events')
  await vi.waitFor(() => expect(streams).toHaveLength(12), patiently)
  const ended = vi.fn<() => void>()
  for (const { onClose } of streams) onClose(ended)

  for (const { send } of streams) send(text)

  await vi.waitFor(() => expect(ended).toHaveBeenCalledTimes(8), patiently)
  expect(unreadBytes()).toBeLessThan(5 * text.length)

  for (const socket of sockets.splice(0)) socket.destroy()
  await vi.waitFor(() => expect(ended).toHaveBeenCalledTimes(12), patiently)
  const later = waitWithoutReading(port, flood, '/events').resume()
  await vi.waitFor(() => expect(streams).toHaveLength(13), patiently)
  streams.at(-1)?.send(text)
  await vi.waitFor(() => expect(later.bytesRead).toBeGreaterThan(text.length), patiently)
})
