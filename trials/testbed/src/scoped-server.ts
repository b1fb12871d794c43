import { withoutLimits } from './client'
import { Instance } from './instance'
import { MongoSet } from './mongo-set'
import type { Scope } from './scope'

export interface ServerOptions {
  /** On top of `withoutLimits`. */
  environment?: Record<string, string>
  nodeOptions?: string[]
  /** As those of an `Instance`. */
  args?: string[]
  /** Servers on one database share it; by default the folder of the scope. */
  dataDir?: string
}

/** A replica set of one node or several, removed after the scope. */
export async function startMongo({ afterwards }: Pick<Scope, 'afterwards'>, members = 1): Promise<MongoSet> {
  const mongo = await MongoSet.start({ members })
  afterwards(() => mongo.remove())
  return mongo
}

/** A server that is not started yet, ended after the scope. */
export async function newServer({ folder, afterwards }: Scope, options: ServerOptions): Promise<Instance> {
  const { environment, dataDir = folder, ...others } = options
  const api = await Instance.on({ ...others, dataDir, environment: { ...withoutLimits, ...environment } })
  // By SIGKILL, so that its end takes no time in any state.
  afterwards(() => api.end('SIGKILL'))
  return api
}
