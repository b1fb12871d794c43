import type { Instance } from '@pinmark/testbed/instance'
import type { MongoNode, MongoSet } from '@pinmark/testbed/mongo-set'
import { newServer, startMongo, type ServerOptions } from '@pinmark/testbed/scoped-server'
import type { Trial } from './promise'

export interface GivenServer {
  api: Instance
  mongo: MongoSet
  node: MongoNode
  uri: string
}

/** A server with its own MongoDB. Both are stopped after the trial. */
export async function givenServer(trial: Trial, options: ServerOptions = {}): Promise<GivenServer> {
  const mongo = await startMongo(trial)
  const [node] = mongo.nodes
  if (!node) throw new Error('A set has a node.')
  const uri = mongo.uri()
  const api = await newServer(trial, {
    ...options,
    environment: { MONGODB_URI: uri, ...options.environment },
  })
  return { api: await api.start(), mongo, node, uri }
}
