import mongoose, { type mongo } from 'mongoose'
import { z } from 'zod'
import { StartError } from '../../base/failures'
import { databaseNameIn } from '../database'

type Hello = Record<string, unknown>

const toConvert = 'Restart it with --replSet rs0 and run rs.initiate() in mongosh once.'
/** Error code of MongoDB. */
const unauthorized = 13
const patience = { serverSelectionTimeoutMS: 3_000, connectTimeoutMS: 3_000 }

/** Checks the database of MONGODB_URI: it has to answer, to be a replica set or a sharded cluster, and to accept writes. No
 *  message repeats the address, because it may contain a password. @throws StartError */
export async function checkDeployment(uri: string): Promise<void> {
  let cause: unknown
  // Read in parallel, and used only to explain a failure.
  const direct = askDirectly(uri)
  try {
    const hello = await ask(uri)
    if (isUsable(hello)) return await checkMayWrite(uri)
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

/** Writes nothing, because no document has this id. @throws StartError */
async function checkMayWrite(uri: string): Promise<void> {
  const client = open(uri, {})
  const name = databaseNameIn(uri)
  try {
    await client
      .db(name)
      .collection('instance')
      .updateOne({ _id: { $exists: false } }, { $set: { tried: true } })
  } catch (error) {
    if (!(error instanceof mongoose.mongo.MongoServerError) || error.code !== unauthorized) throw error
    throw new StartError(
      `The MongoDB of MONGODB_URI does not let its user write the database "${name}". Put a user into MONGODB_URI who has the role readWrite on that database.`,
      { cause: error },
    )
  } finally {
    await client.close()
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

/** The first patch of each series without CVE-2025-14847, by which anyone who can connect reads memory of the
 *  server through compressed messages, before any login. Older series that are not listed never got the fix.
 *  @see https://jira.mongodb.org/browse/SERVER-115508 */
const firstMended = ['6.0.27', '7.0.28', '8.0.17', '8.2.3'] as const

export interface MongoVersion {
  /** Such as `8.0.30`. */
  version: string
  /** The problem and its solution; null without a known problem. */
  warning: string | null
}

const buildInfoSchema = z.object({ version: z.string() })
const helloSchema = z.object({ compression: z.array(z.string()).optional() })

/** The version of the connected MongoDB, which is the primary of a replica set, and its protection if the
 *  version is too old. */
export async function checkMongoVersion(db: mongo.Db): Promise<MongoVersion> {
  const { version } = buildInfoSchema.parse(await db.admin().command({ buildInfo: 1 }))
  const minimum = unmetMinimum(version)
  if (minimum === null) return { version, warning: null }
  const fault = `below ${minimum}, so it has CVE-2025-14847`
  // A server lists the offered compressors that it accepts.
  const offer = { hello: 1, compression: ['zlib'] }
  const { compression = [] } = helloSchema.parse(await db.admin().command(offer))
  const warning = compression.includes('zlib')
    ? `${fault}: anyone who can reach its port can read its memory without a password. Update it, or start it with --networkMessageCompressors disabled.`
    : `${fault}; it refuses zlib-compressed messages, so this cannot be exploited. Update it when you can.`
  return { version, warning }
}

/** The minimum safe version, or null if this version is new enough. */
export function unmetMinimum(version: string): string | null {
  const newest = firstMended[firstMended.length - 1] ?? ''
  if (compare(version, newest) >= 0) return null
  const ofSeries = firstMended.find((minimum) => seriesOf(minimum) === seriesOf(version))
  if (ofSeries) return compare(version, ofSeries) >= 0 ? null : ofSeries
  return firstMended.find((minimum) => compare(minimum, version) > 0) ?? newest
}

function seriesOf(version: string): string {
  return version.split('.', 2).join('.')
}

/** Compares numbers. A suffix of the patch, such as `-rc0`, makes it older. */
function compare(one: string, other: string): number {
  const parts = (version: string) => [...version.split(/[.-]/, 3).map(Number), version.includes('-') ? 0 : 1]
  const others = parts(other)
  return (
    parts(one)
      .map((part, at) => part - (others[at] ?? 0))
      .find((difference) => difference !== 0) ?? 0
  )
}
