import mongoose from 'mongoose'
import { z } from 'zod'
import { acceptsConnections, memberHost, uriHost, type NodeAddress } from './node-address'
import { pause } from './processes'

export const replicaSetName = 'pinmark'
export const databaseUser = 'pinmark'

export interface Node {
  address: NodeAddress
  password: string
  /** The content of the key file. */
  key: string
}

const { MongoClient, MongoServerError } = mongoose.mongo
type Client = InstanceType<typeof MongoClient>

/** Error codes of MongoDB. */
const authenticationFailed = 18
const alreadyInitialized = 23
const userExists = 51_003

const configSchema = z.looseObject({
  version: z.number(),
  members: z.tuple([z.looseObject({ host: z.string() })]),
})

const patience = { serverSelectionTimeoutMS: 2_000, connectTimeoutMS: 2_000, socketTimeoutMS: 5_000 }

/** Makes a started node a writable primary that knows our user and its password. It initiates the set at the first
 *  start, follows a changed port, and completes what an earlier start left undone. It retries until the signal
 *  aborts. */
export async function startReplicaSet(node: Node, until: AbortSignal): Promise<void> {
  await untilItListens(node.address, until)
  for (;;) {
    try {
      if (!(await asUser(node, until))) await asMember(node, until)
      return
    } catch (error) {
      if (until.aborted) throw error
      await pause(25, until)
    }
  }
}

/** By default the driver checks only twice a second. */
async function untilItListens(address: NodeAddress, until: AbortSignal): Promise<void> {
  while (!(await acceptsConnections(address))) {
    until.throwIfAborted()
    await pause(10, until)
  }
}

/** @returns false when the node does not know our user, or has another password */
async function asUser(node: Node, until: AbortSignal): Promise<boolean> {
  const credentials = { username: databaseUser, password: node.password }
  return withClient(node.address, { auth: credentials, authSource: 'admin' }, async (client) => {
    try {
      await client.connect()
    } catch (error) {
      if (error instanceof MongoServerError && error.code === authenticationFailed) return false
      throw error
    }
    await followAddress(client, node.address)
    await waitForPrimary(client, until)
    return true
  })
}

/** Stores our user with its password, as a member of the node's own set: members log in with the content of the key
 *  file. The localhost exception, by which any local account could do the same, is off. */
async function asMember(node: Node, until: AbortSignal): Promise<void> {
  const credentials = { username: '__system', password: node.key }
  await withClient(node.address, { auth: credentials, authSource: 'local' }, async (client) => {
    const admin = client.db('admin')
    const members = [{ _id: 0, host: memberHost(node.address) }]
    try {
      await admin.command({ replSetInitiate: { _id: replicaSetName, members } })
    } catch (error) {
      if (!(error instanceof MongoServerError) || error.code !== alreadyInitialized) throw error
    }
    await followAddress(client, node.address)
    await waitForPrimary(client, until)
    const user = { pwd: node.password, roles: ['root'], writeConcern: { w: 'majority', j: true } }
    try {
      await admin.command({ createUser: databaseUser, ...user })
    } catch (error) {
      if (!(error instanceof MongoServerError) || error.code !== userExists) throw error
      await admin.command({ updateUser: databaseUser, ...user })
    }
  })
}

/** The configuration contains the address of the only member. It changes when the data folder was moved or
 *  the port is another one. */
async function followAddress(client: Client, address: NodeAddress): Promise<void> {
  const host = memberHost(address)
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
  address: NodeAddress,
  options: object,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const client = new MongoClient(`mongodb://${uriHost(address)}/?directConnection=true`, {
    ...patience,
    ...options,
  })
  try {
    return await work(client)
  } finally {
    await client.close()
  }
}
