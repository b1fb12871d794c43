import { connect } from 'node:net'
import mongoose from 'mongoose'
import { z } from 'zod'
import { StartError } from '../start-error'
import { pause } from './processes'

export const replicaSetName = 'pinmark'
export const databaseUser = 'pinmark'

interface Node {
  port: number
  password: string
}

const { MongoClient, MongoServerError } = mongoose.mongo
type Client = InstanceType<typeof MongoClient>

/** Error codes of MongoDB. */
const unauthorized = 13
const authenticationFailed = 18
const alreadyInitialized = 23

const configSchema = z.looseObject({
  version: z.number(),
  members: z.tuple([z.looseObject({ host: z.string() })]),
})

/** A node that knows users, and not ours, stays that way; for a moment after its start it may only seem so. */
const refusalPatienceMs = 3_000

const patience = { serverSelectionTimeoutMS: 2_000, connectTimeoutMS: 2_000, socketTimeoutMS: 5_000 }

/** Brings a node that was just started to a writable primary that knows our user: initiates the set at the first start,
 *  follows a changed port, and finishes what an earlier start left undone. Tries until the signal ends it.
 *  @throws StartError when the node has another password */
export async function bringUp(node: Node, until: AbortSignal): Promise<void> {
  let refusedSinceMs: number | null = null
  await untilItListens(node.port, until)
  for (;;) {
    try {
      if (!(await asUser(node, until))) await asNobody(node, until)
      return
    } catch (error) {
      if (until.aborted) throw error
      const isRefusal = error instanceof MongoServerError && error.code === unauthorized
      refusedSinceMs = isRefusal ? (refusedSinceMs ?? Date.now()) : null
      if (refusedSinceMs !== null && Date.now() - refusedSinceMs > refusalPatienceMs) {
        throw new StartError(
          'The embedded MongoDB does not accept the password in mongod.password. Restore that file of the data folder from a backup.',
          { cause: error },
        )
      }
      await pause(25, until)
    }
  }
}

/** The driver looks twice a second only. */
async function untilItListens(port: number, until: AbortSignal): Promise<void> {
  while (!(await accepts(port))) {
    until.throwIfAborted()
    await pause(10, until)
  }
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
}

/** @returns false when the node does not know our user yet */
async function asUser(node: Node, until: AbortSignal): Promise<boolean> {
  const credentials = { username: databaseUser, password: node.password }
  return withClient(node.port, { auth: credentials, authSource: 'admin' }, async (client) => {
    try {
      await client.connect()
    } catch (error) {
      if (error instanceof MongoServerError && error.code === authenticationFailed) return false
      throw error
    }
    await followPort(client, node.port)
    await waitForPrimary(client, until)
    return true
  })
}

/** On loopback MongoDB lets anyone set up a node that has no user yet. */
async function asNobody(node: Node, until: AbortSignal): Promise<void> {
  await withClient(node.port, {}, async (client) => {
    const admin = client.db('admin')
    const members = [{ _id: 0, host: `127.0.0.1:${node.port}` }]
    try {
      await admin.command({ replSetInitiate: { _id: replicaSetName, members } })
    } catch (error) {
      if (!(error instanceof MongoServerError) || error.code !== alreadyInitialized) throw error
    }
    await waitForPrimary(client, until)
    const writeConcern = { w: 'majority', j: true }
    await admin.command({ createUser: databaseUser, pwd: node.password, roles: ['root'], writeConcern })
  })
}

/** The set holds the address of its one member. After a change of port that has to change too. */
async function followPort(client: Client, port: number): Promise<void> {
  const host = `127.0.0.1:${port}`
  const answer = await client.db('admin').command({ replSetGetConfig: 1 })
  const config = configSchema.parse(answer['config'])
  if (config.members[0].host === host) return
  const members = [{ ...config.members[0], host }]
  const replSetReconfig = { ...config, version: config.version + 1, members }
  await client.db('admin').command({ replSetReconfig, force: true })
}

async function waitForPrimary(client: Client, until: AbortSignal): Promise<void> {
  for (;;) {
    const answer = await client.db('admin').command({ hello: 1 })
    if (answer['isWritablePrimary'] === true) return
    until.throwIfAborted()
    await pause(20, until)
  }
}

async function withClient<T>(
  port: number,
  options: object,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const client = new MongoClient(`mongodb://127.0.0.1:${port}/?directConnection=true`, {
    ...patience,
    ...options,
  })
  try {
    return await work(client)
  } finally {
    await client.close()
  }
}
