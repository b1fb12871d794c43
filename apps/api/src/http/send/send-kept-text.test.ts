import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import express from 'express'
import supertest from 'supertest'
import { expect, test } from 'vitest'
import { sendKeptText } from './send-kept-text'

const megabyte = 1024 * 1024

/** Sends a text of half a megabyte that compresses to a few hundred bytes, different for each address. */
const app = express().get('/{*path}', (req, res) =>
  sendKeptText(req, res.type('text'), req.originalUrl, req.originalUrl + 'x'.repeat(megabyte / 2 - 1_000)),
)

test('few of the texts that were sent are kept in memory, however well they compress', async () => {
  setFlagsFromString('--expose-gc')
  const collect: unknown = runInNewContext('gc')
  if (typeof collect !== 'function') throw new Error('Node has no gc().')
  const heap = () => {
    collect()
    return process.memoryUsage().heapUsed
  }
  const api = supertest(app)
  const send = async (count: number) => {
    const { headers } = await api.get(`/${count}`).set('Accept-Encoding', 'gzip')
    expect(headers['content-encoding']).toBe('gzip')
  }
  await send(0)
  const before = heap()

  for (let count = 1; count <= 100; count += 1) await send(count)

  expect((heap() - before) / megabyte).toBeLessThan(15)
})
