// Loaded before the server: after SIGUSR2 it dies as soon as the database has answered so many commands as the file
// `kill-after` in its data folder says.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { isMainThread } from 'node:worker_threads'

if (isMainThread) {
  const mongoose = createRequire(process.argv[1])('mongoose')
  const connect = mongoose.connect.bind(mongoose)
  let left = Number.POSITIVE_INFINITY
  mongoose.connect = async (uri, options) => {
    const connected = await connect(uri, { ...options, monitorCommands: true })
    mongoose.connection.getClient().on('commandSucceeded', ({ commandName }) => {
      if (!['ping', 'hello', 'getMore'].includes(commandName)) left -= 1
      if (left === 0) process.kill(process.pid, 'SIGKILL')
    })
    return connected
  }
  process.on('SIGUSR2', () => {
    left = Number(readFileSync(join(process.env.DATA_DIR, 'kill-after'), 'utf8'))
    console.log(`dies after command ${left}`)
  })
}
