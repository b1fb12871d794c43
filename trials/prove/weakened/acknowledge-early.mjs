// Loaded before the server: a write counts as stored as soon as one node has it in memory.
import { createRequire } from 'node:module'
import { isMainThread } from 'node:worker_threads'

if (isMainThread) {
  const mongoose = createRequire(process.argv[1])('mongoose')
  const connect = mongoose.connect.bind(mongoose)
  mongoose.connect = (uri, options) => connect(uri, { ...options, writeConcern: { w: 1, journal: false } })
}
