import mongoose from 'mongoose'
import { StartError } from '../start-error'

/** Whether a database can be used: it answers, and it is a replica set or a sharded cluster.
 *  @throws StartError */
export async function checkDeployment(uri: string): Promise<void> {
  const client = open(uri)
  try {
    const hello = await client.db('admin').command({ hello: 1 })
    if (typeof hello['setName'] === 'string' || hello['msg'] === 'isdbgrid') return
  } catch (error) {
    throw new StartError(
      'The MongoDB of MONGODB_URI does not answer or refuses the login. Check address, user and password, and that it runs.',
      { cause: error },
    )
  } finally {
    await client.close()
  }
  throw new StartError(
    'The MongoDB of MONGODB_URI is a standalone server. Restart it with --replSet rs0 and run rs.initiate() in mongosh once.',
  )
}

function open(uri: string) {
  try {
    return new mongoose.mongo.MongoClient(uri, { serverSelectionTimeoutMS: 3_000, connectTimeoutMS: 3_000 })
  } catch (error) {
    throw new StartError('MONGODB_URI is not a MongoDB address, such as mongodb://host:27017/pinmark.', { cause: error })
  }
}
