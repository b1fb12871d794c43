import { once } from 'node:events'
import express from 'express'
import { expect, test } from 'vitest'
import { expressClasses } from './express-classes'
import { createHttpServer } from './server'

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
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port.')

  const answer = await fetch(`http://127.0.0.1:${address.port}/`)

  expect(await answer.json()).toEqual({ ip: '127.0.0.1', isFresh: false, isOurs: true })
  expect(arrived[0]).toBe(app.request)
  expect(arrived[1]).toBe(app.response)
  server.closeAllConnections()
  server.close()
})
