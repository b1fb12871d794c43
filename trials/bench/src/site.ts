import { join } from 'node:path'
import { limits } from '@pinmark/shared/limits'
import type { Owner } from '@pinmark/testbed/client'
import { givenOwner, joinAs } from '@pinmark/testbed/client'
import type { Instance } from '@pinmark/testbed/instance'
import type { MongoSet } from '@pinmark/testbed/mongo-set'
import { newServer, startMongo } from '@pinmark/testbed/scoped-server'
import type { Bench } from './row'

/** A running Pinmark with its MongoDB and a registered designer. */
export interface Site {
  url: string
  instance: Instance
  mongo: MongoSet
  database: string
  owner: Owner
}

interface SiteOptions {
  environment?: Record<string, string>
  nodeOptions?: string[]
  args?: string[]
  /** An existing MongoDB, for several servers on it. */
  mongo?: MongoSet
  database?: string
  /** Servers with the same name share their secrets, which is required for several servers on one database. */
  dataFolder?: string
}

/** Starts the built program as in production, without rate limits, on its own MongoDB unless one is given. */
export async function startSite(
  bench: Bench,
  {
    environment = {},
    dataFolder = 'data',
    database = 'pinmark',
    mongo: givenMongo,
    ...others
  }: SiteOptions = {},
): Promise<Site> {
  const mongo = givenMongo ?? (await startMongo(bench))
  const instance = await newServer(bench, {
    dataDir: join(bench.folder, dataFolder),
    environment: { NODE_ENV: 'production', MONGODB_URI: mongo.uri(database), ...environment },
    ...others,
  })
  await instance.start()
  return { url: instance.url, instance, mongo, database, owner: await givenOwner(instance.url) }
}

/** One more designer. */
export function addOwner({ url }: Pick<Site, 'url'>): Promise<Owner> {
  return givenOwner(url)
}

/** Fills a project of the owner with as many members as it takes. @returns one of them */
export async function addMembers({ url, owner }: Site, projectId: string): Promise<Owner> {
  const join = async () => {
    const member = await givenOwner(url)
    await joinAs(url, projectId, owner, member)
    return member
  }
  for (let count = 1; count < limits.membersPerProject; count += 1) await join()
  return join()
}
