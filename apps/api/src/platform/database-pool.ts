import mongoose, { type mongo } from 'mongoose'
import { connection } from './database'

export interface DatabasePool {
  open: () => number
  inUse: () => number
  waiting: () => number
}

/** Counts the connections of mongoose from the events of the driver, over every reconnect.
 *  @see https://www.mongodb.com/docs/drivers/node/current/monitoring-and-logging/monitoring/#connection-pool-events */
export function databasePool(): DatabasePool {
  let open = 0
  let inUse = 0
  let waiting = 0
  const watched = new WeakSet<mongo.MongoClient>()

  const watch = () => {
    const client = connection.getClient()
    if (watched.has(client)) return
    watched.add(client)
    open = inUse = waiting = 0
    client.on('connectionCreated', () => (open += 1))
    client.on('connectionClosed', () => (open = Math.max(0, open - 1)))
    client.on('connectionCheckOutStarted', () => (waiting += 1))
    client.on('connectionCheckedOut', () => {
      waiting = Math.max(0, waiting - 1)
      inUse += 1
    })
    client.on('connectionCheckOutFailed', () => (waiting = Math.max(0, waiting - 1)))
    // Connections that were taken before the count began are returned too.
    client.on('connectionCheckedIn', () => (inUse = Math.max(0, inUse - 1)))
  }
  connection.on('connected', watch)
  if (connection.readyState === mongoose.ConnectionStates.connected) watch()
  return { open: () => open, inUse: () => inUse, waiting: () => waiting }
}
