import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import { listenOnFreePort } from '@pinmark/testbed/free-port'
import { afterEach, expect, test, vi } from 'vitest'
import { drain } from './drain'

afterEach(() => void vi.useRealTimers())

/** @param workMs how long each answer keeps the event loop busy */
async function givenServer({ workMs = 0 } = {}) {
  const server = createServer((_req, res) => {
    beBusy(workMs)
    res.end('served')
  })
  return { server, port: await listenOnFreePort(server) }
}

function beBusy(ms: number): void {
  const end = performance.now() + ms
  while (performance.now() < end) continue
}

test('connections in the accept queue of a stopping server are answered, however long that takes', async () => {
  const { server, port } = await givenServer({ workMs: 25 })
  const answers = Array.from({ length: 20 }, async () => {
    const socket = connect(port, '127.0.0.1').setEncoding('latin1')
    socket.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
    return (await socket.toArray()).join('')
  })

  const drained = drain(server, 60_000, new AbortController().signal)

  for (const answer of await Promise.all(answers)) expect(answer).toContain('served')
  await drained
})

test('a request that arrives while a stopping server is busy is answered', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const { server, port } = await givenServer()
  const socket = connect(port, '127.0.0.1').setEncoding('latin1')
  const ask = () => socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
  ask()
  await once(socket, 'data')
  let answer = ''
  socket.on('data', (text: string) => (answer += text))
  const drained = drain(server, 10_000, new AbortController().signal)
  await expect.poll(() => server.listening).toBe(false)

  ask()
  vi.setSystemTime(Date.now() + 2_000)
  beBusy(200)

  await Promise.all([drained, once(socket, 'close')])
  expect(answer).toContain('served')
})
