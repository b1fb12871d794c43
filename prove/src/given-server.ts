import { withoutLimits } from '@pinmark/testbed/client'
import { Instance } from '@pinmark/testbed/instance'
import { MongoSet, type MongoNode } from '@pinmark/testbed/mongo-set'
import type { Trial } from './promise'

export interface ServerOptions {
  /** In addition to `withoutLimits`. */
  environment?: Record<string, string>
  nodeOptions?: string[]
}

export interface GivenServer {
  api: Instance
  mongo: MongoSet
  node: MongoNode
  uri: string
}

/** A server with its own MongoDB. Both are stopped after the trial. */
export async function givenServer(trial: Trial, options: ServerOptions = {}): Promise<GivenServer> {
  const { environment, nodeOptions = [] } = options
  const mongo = await MongoSet.start()
  trial.afterwards(() => mongo.remove())
  const [node] = mongo.nodes
  if (!node) throw new Error('A set has a node.')
  const uri = mongo.uri()
  const api = await Instance.on({
    dataDir: trial.folder,
    environment: { ...withoutLimits, MONGODB_URI: uri, ...environment },
    nodeOptions,
  })
  // Ended by SIGKILL, so that stopping takes no time in any state.
  trial.afterwards(() => api.end('SIGKILL'))
  await api.start()
  return { api, mongo, node, uri }
}
