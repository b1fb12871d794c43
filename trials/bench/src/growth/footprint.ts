import { z } from 'zod'
import type { Site } from '../site'

/** The size of one document of a collection, in bytes. */
export interface Footprint {
  collection: string
  count: number
  inMemory: number
  onDisk: number
  inIndexes: number
}

const collections = ['comments', 'projects', 'users'] as const
const statsSchema = z.object({
  count: z.number().positive(),
  size: z.number(),
  storageSize: z.number(),
  totalIndexSize: z.number(),
})

/** Reads the sizes from MongoDB, after everything is written to its files. */
export async function footprintsIn({
  mongo,
  database,
}: Pick<Site, 'mongo' | 'database'>): Promise<Footprint[]> {
  return mongo.withClient(async (client) => {
    await client.db('admin').command({ fsync: 1 })
    const footprints: Footprint[] = []
    for (const collection of collections) {
      const stats = statsSchema.parse(await client.db(database).command({ collStats: collection }))
      const each = (bytes: number) => bytes / stats.count
      footprints.push({
        collection,
        count: stats.count,
        inMemory: each(stats.size),
        onDisk: each(stats.storageSize),
        inIndexes: each(stats.totalIndexSize),
      })
    }
    return footprints
  })
}
