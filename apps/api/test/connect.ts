import { randomBytes } from 'node:crypto'
import mongoose from 'mongoose'
import { afterAll, beforeAll, inject, vi } from 'vitest'
import { connectDatabase, connection } from '../src/mongo/database'
import { closePasswordPool } from '../src/accounts/passwords/passwords'
import { stopRenderer } from '../src/images/renditions/render'

// The test files of a worker share a process, because loading the packages takes seconds of processor time. They share no
// state of ours: each file loads our modules again and gets its own database, connection, models, threads and processes.

beforeAll(async () => {
  await connectDatabase(inject('mongodbUri'), `test-${randomBytes(6).toString('hex')}`)
})

afterAll(async () => {
  vi.useRealTimers()
  stopRenderer()
  await closePasswordPool()
  await connection.dropDatabase()
  await connection.destroy()
  // Models belong to the default connection.
  Object.assign(mongoose, { connection: mongoose.createConnection() })
  vi.resetModules()
})
