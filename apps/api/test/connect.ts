import { randomBytes } from 'node:crypto'
import mongoose from 'mongoose'
import { afterAll, beforeAll, inject } from 'vitest'
import { connectDatabase, disconnectDatabase } from '../src/platform/database'

// A database of its own for every test file, gone when the file is done.
const databaseName = `test-${randomBytes(6).toString('hex')}`

beforeAll(async () => {
  await connectDatabase(inject('mongodbUri'), databaseName)
})

afterAll(async () => {
  await mongoose.connection.dropDatabase()
  await disconnectDatabase()
})
