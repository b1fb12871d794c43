import { EventEmitter, once } from 'node:events'
import { connect } from 'node:net'
import { listenOnFreePort } from '@pinmark/testbed/free-port'
import express from 'express'
import { expect, onTestFinished, test } from 'vitest'
import { createHttpServer } from '../server'
import { sendPieces } from './send-pieces'

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
