import { MongoClient, type Db } from 'mongodb'

/** Works in the database of this address, for changes that no call of the API makes. */
export async function withDatabase<T>(uri: string, work: (db: Db) => Promise<T>): Promise<T> {
  const client = await MongoClient.connect(uri)
  try {
    return await work(client.db())
  } finally {
    await client.close()
  }
}
