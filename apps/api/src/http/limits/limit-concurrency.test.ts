import { once } from 'node:events'
import { connect } from 'node:net'
import express from 'express'
import { expect, onTestFinished, test, vi } from 'vitest'
import { limitConcurrency } from './limit-concurrency'

test('a request overtakes those of its network that have sent only a part of their body', async () => {
  const [arrived, started]: [string[], string[]] = [[], []]
  const app = express()
  app.use((req, _res, next) => {
    req.network = 'office'
    arrived.push(req.path)
    next()
  })
  app.use(limitConcurrency({ rates: { requestsAtOnce: 1 } }))
  app.use((req, res) => {
    started.push(req.path)
    if (req.path === '/complete') res.end()
    else req.once('end', () => res.end()).resume()
  })
  const server = app.listen(0, '127.0.0.1')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  await once(server, 'listening')
  const send = async (path: string, head: string) => {
    const address = server.address()
    if (address === null || typeof address === 'string') throw new Error('The server has no port.')
    const socket = connect(address.port, '127.0.0.1')
    socket.write(`${head} ${path} HTTP/1.1\r\nHost: x\r\n`)
    socket.write(head === 'GET' ? '\r\n' : 'Content-Length: 4\r\n\r\nha')
    await vi.waitUntil(() => arrived.includes(path), { timeout: 20_000 })
    return socket
  }
  const first = await send('/first-part', 'POST')
  await send('/second-part', 'POST')
  const complete = await send('/complete', 'GET')

  first.write('lf')
  await once(complete, 'data')

  expect(started.slice(0, 2)).toEqual(['/first-part', '/complete'])
})
