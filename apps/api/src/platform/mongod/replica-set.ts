import mongoose from 'mongoose'
import { pause } from './processes'

export const replicaSetName = 'pinmark'
export const databaseUser = 'pinmark'

interface Node {
  port: number
  password: string
}

const { MongoClient, MongoServerError } = mongoose.mongo
type Client = InstanceType<typeof MongoClient>

/** Brings a freshly started node to a writable primary that knows our user: initiates the set at the first start,
 *  follows a changed port, and finishes what an earlier start left undone. */
export async function bringUp(node: Node, patienceMs = 30_000): Promise<void> {
  const deadline = Date.now() + patienceMs
  await withPatience(deadline, async () => {
    const client = await connect(node)
    try {
      await configure(client, node.port)
      await waitForPrimary(client, deadline)
      if (client.options.credentials === undefined) await createUser(client, node.password)
    } finally {
      await client.close()
    }
  })
}

/** Whether our node answers on that port to our password. */
export async function answers(node: Node): Promise<boolean> {
  const client = new MongoClient(directUri(node), { serverSelectionTimeoutMS: 2_000 })
  try {
    await client.db('admin').command({ ping: 1 })
    return true
  } catch {
    // Not ours, not up or not well: the caller starts afresh.
    return false
  } finally {
    await client.close()
  }
}

/** With our user when he exists, else by the exception for a fresh node on loopback. */
async function connect(node: Node): Promise<Client> {
  const known = new MongoClient(directUri(node), { serverSelectionTimeoutMS: 2_000 })
  try {
    await known.db('admin').command({ ping: 1 })
    return known
  } catch (error) {
    await known.close()
    const authenticationFailed = error instanceof MongoServerError && error.code === 18
    if (!authenticationFailed) throw error
  }
  const fresh = new MongoClient(`mongodb://127.0.0.1:${node.port}/?directConnection=true`, { serverSelectionTimeoutMS: 2_000 })
  await fresh.connect()
  return fresh
}

async function configure(client: Client, port: number): Promise<void> {
  const admin = client.db('admin')
  const host = `127.0.0.1:${port}`
  try {
    await admin.command({ replSetInitiate: { _id: replicaSetName, members: [{ _id: 0, host }] } })
    return
  } catch (error) {
    // AlreadyInitialized, or a node that has users and so asks for them first: both were set up before.
    if (!(error instanceof MongoServerError) || (error.code !== 23 && error.code !== 13)) throw error
  }
  if (client.options.credentials === undefined) return
  const { config } = await admin.command({ replSetGetConfig: 1 })
  if (config.members[0].host === host) return
  const members = [{ ...config.members[0], host }]
  await admin.command({ replSetReconfig: { ...config, version: config.version + 1, members }, force: true })
}

async function waitForPrimary(client: Client, deadline: number): Promise<void> {
  for (;;) {
    const { isWritablePrimary } = await client.db('admin').command({ hello: 1 })
    if (isWritablePrimary === true) return
    if (Date.now() > deadline) throw new Error('The database did not become writable in time.')
    await pause(20)
  }
}

async function createUser(client: Client, password: string): Promise<void> {
  const roles = ['root']
  await client.db('admin').command({ createUser: databaseUser, pwd: password, roles, writeConcern: { w: 'majority', j: true } })
}

function directUri({ port, password }: Node): string {
  return `mongodb://${databaseUser}:${encodeURIComponent(password)}@127.0.0.1:${port}/?authSource=admin&directConnection=true`
}

/** Repeats while the node is still coming up. */
async function withPatience(deadline: number, attempt: () => Promise<void>): Promise<void> {
  for (;;) {
    try {
      await attempt()
      return
    } catch (error) {
      if (Date.now() > deadline) throw error
      await pause(50)
    }
  }
}
