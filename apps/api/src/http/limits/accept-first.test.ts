import diagnostics from 'node:diagnostics_channel'
import { Socket } from 'node:net'
import express, { type Request } from 'express'
import { expect, test } from 'vitest'
import { acceptFirst } from './accept-first'

const arrived = diagnostics.channel('net.server.socket')

function givenRequests() {
  const started: string[] = []
  const handle = acceptFirst()
  return {
    started,
    /** @returns the connection of the request */
    arrive: (network: string, name: string) => {
      const socket = new Socket()
      const req: Request = Object.create(express.request, {
        network: { value: network },
        socket: { value: socket },
      })
      void handle(req, express.response, () => started.push(name))
      return socket
    },
  }
}

test('a request starts at once if no connection arrives', () => {
  const { started, arrive } = givenRequests()
  arrive('office', 'office 1')
  expect(started).toEqual(['office 1'])
})

test('while connections arrive, requests wait, and then start in turns by network', async () => {
  const { started, arrive } = givenRequests()
  arrived.publish({})
  for (const name of ['crowd 1', 'crowd 2', 'crowd 3']) arrive('crowd', name)
  const left = arrive('crowd', 'left')
  arrive('office', 'office 1')
  expect(started).toEqual([])

  left.destroy()
  await expect.poll(() => started).toHaveLength(4)
  expect(started).toEqual(['crowd 1', 'office 1', 'crowd 2', 'crowd 3'])
})
