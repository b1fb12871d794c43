import { once } from 'node:events'
import { connect } from 'node:net'
import { listenOnFreePort } from '@pinmark/testbed/free-port'
import express from 'express'
import { expect, onTestFinished, test } from 'vitest'
import { expressClasses, createHttpServer } from './server'

test('a body in chunks of single bytes arrives in larger pieces', async () => {
  const app = express()
  const count = 100_000
  const arrived: Buffer[] = []
  app.post('/', (req, res) => {
    req.on('data', (piece: Buffer) => void arrived.push(piece)).on('end', () => res.end())
  })
  const server = createHttpServer({ ...expressClasses(app), listener: app })
  onTestFinished(() => void server.close())
  const port = await listenOnFreePort(server)

  const socket = connect(port, '127.0.0.1')
  socket.write('POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n')
  socket.write(`${'1\r\nx\r\n'.repeat(count)}0\r\n\r\n`)
  await once(socket.resume(), 'close')

  expect(Buffer.concat(arrived).toString()).toBe('x'.repeat(count))
  expect(arrived.length).toBeLessThan(count / 10)
})

test('requests and responses have the prototypes that Express needs', async () => {
  const app = express()
  const classes = expressClasses(app)
  app.get('/', (req, res) => void res.json({ ip: req.ip, isFresh: req.fresh, isOurs: req.app === app }))
  const arrived: unknown[] = []
  const server = createHttpServer({
    ...classes,
    listener: (req, res) => {
      arrived.push(Object.getPrototypeOf(req), Object.getPrototypeOf(res))
      app(req, res)
    },
  })
  const port = await listenOnFreePort(server)

  const answer = await fetch(`http://127.0.0.1:${port}/`)

  expect(await answer.json()).toEqual({ ip: '127.0.0.1', isFresh: false, isOurs: true })
  expect(arrived[0]).toBe(app.request)
  expect(arrived[1]).toBe(app.response)
  server.closeAllConnections()
  server.close()
})
