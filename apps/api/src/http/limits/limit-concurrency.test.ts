import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import { listenOnFreePort } from '@pinmark/testbed/free-port'
import express, { type Response } from 'express'
import { expect, onTestFinished, test, vi } from 'vitest'
import { limitConcurrency } from './limit-concurrency'

/** A server that handles `requestsAtOnce` requests of a network at a time. The first part of a path is its network. It
 *  answers when `end` is called. */
async function givenServer(requestsAtOnce: number) {
  const arrived: string[] = []
  const running = new Map<string, Response>()
  const app = express()
  app.use((req, _res, next) => {
    req.network = req.path.split('/')[1] ?? ''
    arrived.push(req.path)
    next()
  })
  app.use(limitConcurrency(requestsAtOnce))
  app.use((req, res) => void running.set(req.path, res))
  const server = createServer(app)
  const port = await listenOnFreePort(server)
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const until = (condition: () => boolean) => vi.waitUntil(condition, { timeout: 20_000, interval: 5 })
  return {
    started: () => [...running.keys()],
    until,
    /** Begins the answer, which never ends. */
    beginAnswer: (path: string) => running.get(path)?.flushHeaders(),
    /** Sends a request. @returns its connection, once the request has arrived */
    get: async (path: string) => {
      const socket = connect(port, '127.0.0.1')
      // The server closes it at the end of the test.
      socket.on('error', () => socket.destroy())
      socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`)
      await until(() => arrived.includes(path))
      return socket
    },
  }
}

test('the requests of a network wait in order, and those of other networks do not', async () => {
  const { get, started, until, beginAnswer } = await givenServer(2)
  for (const path of ['/a/1', '/a/2', '/a/3', '/a/4', '/b/1']) await get(path)
  expect(started()).toEqual(['/a/1', '/a/2', '/b/1'])

  beginAnswer('/a/2')
  await until(() => started().length === 4)
  beginAnswer('/a/1')
  await until(() => started().length === 5)

  expect(started()).toEqual(['/a/1', '/a/2', '/b/1', '/a/3', '/a/4'])
})

test('a visitor who leaves makes room once, whether their request runs or waits', async () => {
  const { get, started, until, beginAnswer } = await givenServer(1)
  const running = await get('/a/1')
  const waiting = await get('/a/2')
  for (const path of ['/a/3', '/a/4']) await get(path)
  waiting.destroy()
  await once(waiting, 'close')

  beginAnswer('/a/1')
  running.destroy()
  await until(() => started().length === 2)
  await get('/b/1')

  expect(started()).toEqual(['/a/1', '/a/3', '/b/1'])
})

test('requests beyond 200 that wait are refused, until some have begun', async () => {
  const { get, started, until, beginAnswer } = await givenServer(1)
  const sent = await Promise.all(Array.from({ length: 220 }, (_, at) => get(`/a/${at}`)))
  await until(() => sent.some((socket) => /^HTTP\/1.1 429 /.test(String(socket.read() ?? ''))))

  beginAnswer('/a/0')
  await until(() => started().length > 1)
  await get('/a/later')
  while (started().at(-1) !== '/a/later') {
    const count = started().length
    started().forEach(beginAnswer)
    await until(() => started().length > count)
  }

  expect(started().length).toBeGreaterThan(200)
})
