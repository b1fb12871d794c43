import { randomBytes } from 'node:crypto'
import mongoose from 'mongoose'
import { afterAll, beforeAll, inject } from 'vitest'
import { connectDatabase, disconnectDatabase } from '../src/platform/database'

// Each test file has its own database, which is dropped at its end.
const databaseName = `test-${randomBytes(6).toString('hex')}`

beforeAll(async () => {
  await connectDatabase(inject('mongodbUri'), databaseName)
})

afterAll(async () => {
  await mongoose.connection.dropDatabase()
  await disconnectDatabase()
})
