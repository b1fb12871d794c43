import mongoose from 'mongoose'
import { afterEach, expect, test, vi } from 'vitest'
import { connectedDatabase, isDatabaseThere } from './database'

afterEach(() => vi.restoreAllMocks())

const silence = () => new Promise<never>(() => {})

test('an answering database is healthy, and concurrent checks send one ping', async () => {
  const command = vi.spyOn(connectedDatabase(), 'command')
  const answers = await Promise.all(Array.from({ length: 200 }, () => isDatabaseThere()))
  expect(new Set(answers)).toEqual(new Set([true]))
  expect(command).toHaveBeenCalledTimes(1)
  await isDatabaseThere()
  expect(command).toHaveBeenCalledTimes(2)
})

test('a silent one is not healthy', async () => {
  vi.spyOn(connectedDatabase(), 'command').mockImplementation(silence)
  expect(await isDatabaseThere()).toBe(false)
})

test('one that delays the ping but answers others is healthy', async () => {
  vi.spyOn(connectedDatabase(), 'command').mockImplementation(silence)
  const isThere = isDatabaseThere()
  await connectedDatabase().collection('users').findOne({})
  expect(await isThere).toBe(true)
})

test('one that refuses the ping is not healthy', async () => {
  vi.spyOn(connectedDatabase(), 'command').mockRejectedValue(new mongoose.mongo.MongoNetworkError('gone'))
  expect(await isDatabaseThere()).toBe(false)
})
