import { EventEmitter, once } from 'node:events'
import { connect } from 'node:net'
import { listenOnFreePort } from '@pinmark/testbed/free-port'
import express, { type RequestHandler } from 'express'
import { expect, onTestFinished, test } from 'vitest'
import { createLog } from '../../base/log'
import { answerError } from '../error-handler'
import { createHttpServer } from '../server'
import { sendPieces } from './send'

/** Serves an answer, and reads the answer of the server as an HTTP/1.0 proxy does.
 *  @returns how the connection ended, and what had arrived */
async function readAsProxy(answer: RequestHandler) {
  const app = express().get('/', answer)
  app.use(answerError(createLog('silent')))
  const server = createHttpServer({ listener: app })
  onTestFinished(() => void server.close())
  const socket = connect(await listenOnFreePort(server), '127.0.0.1')
  let text = ''
  socket.on('data', (bytes) => (text += bytes.toString()))
  socket.write('GET / HTTP/1.0\r\nHost: x\r\n\r\n')
  const end = await once(socket, 'end').then(
    () => 'complete',
    ({ code }: NodeJS.ErrnoException) => code,
  )
  return { end, text }
}

test('an answer that breaks off does not look complete to a proxy that asks in HTTP/1.0', async () => {
  async function* whole() {
    yield 'first,'
    yield 'last'
  }
  async function* broken() {
    yield 'first,'
    await new Promise((resolve) => setTimeout(resolve, 50))
    throw new Error('the database has gone')
  }
  expect(await readAsProxy((_req, res) => sendPieces(res, whole()))).toMatchObject({
    end: 'complete',
    text: expect.stringMatching(/first,last$/),
  })
  expect(await readAsProxy((_req, res) => sendPieces(res, broken()))).toMatchObject({
    end: 'ECONNRESET',
    text: expect.stringMatching(/first,$/),
  })
  const stalled: RequestHandler = (_req, res) => {
    res.write('first,')
    res.setTimeout(50)
  }
  expect(await readAsProxy(stalled)).toMatchObject({ end: 'ECONNRESET' })
})

test('when the visitor leaves while a piece is being made, its source is released', async () => {
  const events = new EventEmitter()
  async function* source() {
    try {
      yield 'first'
      events.emit('asked')
      await once(events, 'made')
      yield 'second'
    } finally {
      events.emit('released')
    }
  }
  const listener = express().get('/', (_req, res) => {
    res.once('close', () => events.emit('left'))
    return sendPieces(res, source())
  })
  const server = createHttpServer({ listener })
  onTestFinished(() => void server.close())
  const socket = connect(await listenOnFreePort(server), '127.0.0.1')
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
  await once(events, 'asked')

  socket.destroy()
  await once(events, 'left')
  const released = once(events, 'released', { signal: AbortSignal.timeout(2_000) })
  events.emit('made')

  await expect(released).resolves.toEqual([])
})
