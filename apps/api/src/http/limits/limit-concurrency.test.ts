import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import { listenOnFreePort } from '@pinmark/testbed/free-port'
import express from 'express'
import { expect, onTestFinished, test, vi } from 'vitest'
import { limitConcurrency } from './limit-concurrency'

/** A server that handles `requestsAtOnce` requests at a time. It answers a POST when its body has arrived, and never at
 *  `/held`. */
async function givenServer(requestsAtOnce = 1) {
  const [arrived, started]: [string[], string[]] = [[], []]
  const app = express()
  app.use((req, _res, next) => {
    req.network = 'office'
    arrived.push(req.path)
    next()
  })
  app.use(limitConcurrency(requestsAtOnce))
  app.use((req, res) => {
    started.push(req.path)
    if (req.path.startsWith('/held')) return
    if (req.method === 'GET') res.end()
    else req.once('end', () => res.end()).resume()
  })
  const server = createServer(app)
  const port = await listenOnFreePort(server)
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const open = async (path: string, text: string) => {
    const socket = connect(port, '127.0.0.1')
    // The server closes it at the end of the test.
    socket.on('error', () => socket.destroy())
    socket.write(text)
    await vi.waitUntil(() => arrived.includes(path), { timeout: 20_000 })
    return socket
  }
  const post = (path: string, body: string) =>
    open(path, `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\n${body}`)
  return {
    arrived,
    started,
    sendPart: (path: string) => post(path, 'ha'),
    sendWhole: (path: string) => post(path, 'half'),
    get: (path: string) => open(path, `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`),
  }
}

test('a request overtakes those of its network that have sent only a part of their body', async () => {
  const { started, sendPart, get } = await givenServer()
  const first = await sendPart('/first-part')
  await sendPart('/second-part')
  const complete = await get('/complete')

  first.write('lf')
  await once(complete, 'data')

  expect(started.slice(0, 2)).toEqual(['/first-part', '/complete'])
})

test('requests without a body may fill the whole queue', async () => {
  const { arrived, sendPart, get } = await givenServer()
  const first = await sendPart('/part')
  const answers = Array.from({ length: 150 }, async (_, at) => {
    const [text] = await once((await get(`/${at}`)).setEncoding('utf8'), 'data')
    return String(text).split('\r\n')[0]
  })
  await vi.waitUntil(() => arrived.length === 151, { timeout: 20_000 })

  first.write('lf')

  expect(new Set(await Promise.all(answers))).toEqual(new Set(['HTTP/1.1 200 OK']))
})

test('requests whose body arrived with their head may all run, and those without the rest of it half of them', async () => {
  const { started, sendPart, sendWhole } = await givenServer(4)
  for (const at of [1, 2, 3]) await sendPart(`/held/part/${at}`)
  for (const at of [1, 2]) await sendWhole(`/held/whole/${at}`)

  await vi.waitUntil(() => started.length === 4, { timeout: 20_000 })
  expect(started).toEqual(['/held/part/1', '/held/part/2', '/held/whole/1', '/held/whole/2'])
})
