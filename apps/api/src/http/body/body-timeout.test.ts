import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect, type Socket } from 'node:net'
import { listenOnFreePort } from '@pinmark/testbed/free-port'
import { createProject } from '@pinmark/shared/api/projects'
import express, { type Express, type Request } from 'express'
import { Types } from 'mongoose'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { limitBodyTime } from './body-timeout'

const guest = { user: null, token: 'none', guestHash: null, lock: null, network: '192.0.2.0/24' } as const
const account = {
  ...{
    id: new Types.ObjectId(),
    publicId: 'account',
    name: 'Ana',
    tokenVersion: 1,
    login: 'one',
    since: 0,
    apiToken: null,
  },
}

afterEach(() => void vi.useRealTimers())

test('neither a queued upload nor the server is ended by the timeout', async () => {
  const { socket, req } = await sendUpload()

  vi.advanceTimersByTime(60_000)
  expect(req.res?.headersSent).toBe(false)

  req.actor = guest
  vi.advanceTimersByTime(30_000)
  expect(await once(socket, 'data')).toEqual([expect.stringContaining(' 408 ')])

  vi.advanceTimersByTime(2_000)
  await once(socket, 'close')
})

test('an upload with an account may be slow, waits for the server, and is ended when it stands still', async () => {
  const { socket, req } = await sendUpload()
  req.actor = { ...guest, user: account, token: 'valid' }
  const arrives = async (bytes: number) => {
    const before = req.socket.bytesRead
    socket.write('x'.repeat(bytes))
    await vi.waitUntil(() => req.socket.bytesRead === before + bytes)
  }
  req.resume()
  await arrives(128 * 1024)
  vi.advanceTimersByTime(30_000)
  expect(req.res?.headersSent).toBe(false)

  req.pause()
  await arrives(1_000)
  vi.advanceTimersByTime(90_000)
  expect(req.res?.headersSent).toBe(false)

  req.resume()
  await vi.waitUntil(() => req.readableLength === 0)
  vi.advanceTimersByTime(30_000)
  expect(await once(socket, 'data')).toEqual([expect.stringContaining(' 408 ')])
})

test('a reader learns that the sender of a refused body has left', async () => {
  const app = express().use(limitBodyTime)
  const arrived = new Promise<Request>((resolve) =>
    app.use((req, res) => {
      resolve(req)
      res.status(413).end()
    }),
  )
  const socket = await sendHead(app)
  const req = await arrived
  await once(socket, 'data')

  socket.destroy()

  await once(req, 'close', { signal: AbortSignal.timeout(5_000) })
  expect(req.complete).toBe(false)
})

/** Sends the head of an upload to an app without any other clock. */
async function sendUpload(): Promise<{ socket: Socket; req: Request }> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const app = express().use((req, _res, next) => {
    req.endpoint = createProject
    next()
  }, limitBodyTime)
  const arrived = new Promise<Request>((resolve) => app.use((req) => resolve(req)))
  const socket = await sendHead(app)
  return { socket, req: await arrived }
}

/** Sends a request, and nothing of its body. */
async function sendHead(app: Express): Promise<Socket> {
  const server = createServer(app)
  onTestFinished(() => void server.close())
  const port = await listenOnFreePort(server)
  const socket = connect(port, '127.0.0.1').setEncoding('latin1')
  socket.write('POST /projects HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000\r\n\r\n')
  return socket
}
