import { join } from 'node:path'
import type { Owner } from '@pinmark/testbed/client'
import { givenOwner, withoutLimits } from '@pinmark/testbed/client'
import { Instance } from '@pinmark/testbed/instance'
import { MongoSet } from '@pinmark/testbed/mongo-set'
import type { Bench } from './row'

/** A running Pinmark with its MongoDB and a registered designer. */
export interface Site {
  url: string
  instance: Instance
  mongo: MongoSet
  owner: Owner
}

interface SiteOptions {
  environment?: Record<string, string>
  nodeOptions?: string[]
}

/** Starts the built program on a MongoDB of its own, as it runs in production, with no limit on calls in the way. */
export async function startSite(
  { afterwards, folder }: Bench,
  { environment = {}, nodeOptions = [] }: SiteOptions = {},
): Promise<Site> {
  const mongo = await startMongo({ afterwards })
  const instance = await Instance.on({
    dataDir: join(folder, 'data'),
    environment: { ...withoutLimits, NODE_ENV: 'production', MONGODB_URI: mongo.uri(), ...environment },
    nodeOptions,
  })
  afterwards(() => instance.end('SIGKILL'))
  await instance.start()
  return { url: instance.url, instance, mongo, owner: await givenOwner(instance.url) }
}

/** One more designer. */
export function addOwner({ url }: Pick<Site, 'url'>): Promise<Owner> {
  return givenOwner(url)
}

/** A replica set of one node, gone after the row. */
export async function startMongo({ afterwards }: Pick<Bench, 'afterwards'>): Promise<MongoSet> {
  const mongo = await MongoSet.start()
  afterwards(() => mongo.remove())
  return mongo
}
