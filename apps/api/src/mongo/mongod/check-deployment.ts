import mongoose from 'mongoose'
import { StartError } from '../../base/start-error'

type Hello = Record<string, unknown>

const toConvert = 'Restart it with --replSet rs0 and run rs.initiate() in mongosh once.'
const patience = { serverSelectionTimeoutMS: 3_000, connectTimeoutMS: 3_000 }

/** Checks the database of MONGODB_URI: it has to answer, and to be a replica set or a sharded cluster. No
 *  message repeats the address, because it may contain a password. @throws StartError */
export async function checkDeployment(uri: string): Promise<void> {
  let cause: unknown
  // Read in parallel, and used only to explain a failure.
  const direct = askDirectly(uri)
  try {
    const hello = await ask(uri)
    if (isUsable(hello)) return
  } catch (error) {
    if (error instanceof StartError) throw error
    cause = error
  }
  throw new StartError(explain(await direct), { cause })
}

function explain(hello: Hello | null): string {
  if (hello === null) {
    return 'The MongoDB of MONGODB_URI does not answer or refuses the login. Check address, user and password, and that it runs.'
  }
  if (isUsable(hello)) {
    return `The replica set of MONGODB_URI is named ${String(hello['setName'])}, with the members ${String(hello['hosts'])}. Use that name and addresses that this machine can reach.`
  }
  if (hello['isreplicaset'] === true) {
    return 'The MongoDB of MONGODB_URI is not initiated. Run rs.initiate() in mongosh once.'
  }
  return `The MongoDB of MONGODB_URI is a standalone server. ${toConvert}`
}

function isUsable(hello: Hello): boolean {
  return typeof hello['setName'] === 'string' || hello['msg'] === 'isdbgrid'
}

/** The only server of the address; null if it does not answer, or if there are several. */
async function askDirectly(uri: string): Promise<Hello | null> {
  try {
    return await ask(uri.replace(/replicaSet=[^&]*/, ''), { directConnection: true })
  } catch {
    // It gives no further information.
    return null
  }
}

async function ask(uri: string, options: { directConnection?: boolean } = {}): Promise<Hello> {
  const client = open(uri, options)
  try {
    return await client.db('admin').command({ hello: 1 })
  } finally {
    await client.close()
  }
}

function open(uri: string, options: { directConnection?: boolean }) {
  try {
    return new mongoose.mongo.MongoClient(uri, { ...patience, ...options })
  } catch (error) {
    throw new StartError('MONGODB_URI is not a MongoDB address, such as mongodb://host:27017/pinmark.', {
      cause: error,
    })
  }
}
