import { once } from 'node:events'
import type { RequestListener, ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { listenOnFreePort } from '@pinmark/testbed/free-port'
import { expect, onTestFinished, test } from 'vitest'
import { createHttpServer } from '../server'

test('when a connection ends, each answer on it closes, also one behind an unfinished one', async () => {
  const open = new Set<ServerResponse>()
  const port = await givenServer((_req, res) => {
    open.add(res)
    res.once('close', () => open.delete(res))
    res.write('begun')
  })
  const socket = connect(port, '127.0.0.1')
  socket.write('GET /1 HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(2))
  await once(socket, 'data')
  expect(open.size).toBeGreaterThan(0)

  socket.destroy()

  await expect.poll(() => open.size).toBe(0)
})

test('a request behind the last answer of a connection does not start', async () => {
  const started: (string | undefined)[] = []
  const port = await givenServer((req, res) => {
    started.push(req.url)
    res.setHeader('Connection', 'close').end()
  })
  const socket = connect(port, '127.0.0.1').resume()

  socket.write('GET /1 HTTP/1.1\r\nHost: x\r\n\r\nGET /2 HTTP/1.1\r\nHost: x\r\n\r\n')

  await once(socket, 'close')
  expect(started).toEqual(['/1'])
})

async function givenServer(listener: RequestListener): Promise<number> {
  const server = createHttpServer({ listener })
  onTestFinished(() => void server.close())
  return listenOnFreePort(server)
}
