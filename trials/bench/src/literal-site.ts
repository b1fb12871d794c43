import { mustCall } from '@pinmark/testbed/client'
import type { MongoSet } from '@pinmark/testbed/mongo-set'
import { ObjectId } from 'mongodb'
import { mustFind } from './fill'
import { startPeer, type Peer } from './peers/start-peer'
import { reviewText } from './review-text'
import type { Bench } from './row'

export interface LiteralSite extends Peer {
  token: string
  /** Stores a project with comments in the format of this build. @returns its id */
  addProject: (image: Buffer, comments: number) => Promise<string>
}

/** Starts the literal build on the same mongod as Pinmark, with its own database. */
export async function startLiteralSite(bench: Bench, mongo: MongoSet): Promise<LiteralSite> {
  const peer = await startPeer(bench, 'literal-build', { MONGODB_URI: mongo.uri('literal') })
  const account = { name: 'Mara Hald', email: 'mara@studio.test', password: 'a quiet light table' }
  await mustCall(201, `${peer.url}/users/register`, { method: 'POST', body: account })
  const body = { email: account.email, password: account.password }
  const { token } = await mustCall<{ token: string }>(200, `${peer.url}/users/login`, {
    method: 'POST',
    body,
  })

  const addProject = async (image: Buffer, comments: number) => {
    const project = { name: 'Landing page', image: `data:image/png;base64,${image.toString('base64')}` }
    const { _id } = await mustCall<{ _id: string }>(201, `${peer.url}/projects`, {
      method: 'POST',
      body: project,
      token,
    })
    await mongo.withClient(async (client) => {
      const projects = client.db('literal').collection('projects')
      const filter = { _id: (await mustFind(projects, { _id: new ObjectId(_id) }))['_id'] }
      await projects.updateOne(filter, { $set: { comments: Array.from({ length: comments }, comment) } })
    })
    return _id
  }
  return { ...peer, token, addProject }
}

function comment(_: unknown, index: number) {
  return {
    _id: new ObjectId(),
    commenter: 'Priya',
    text: reviewText(index + 1),
    x: index % 380,
    y: index % 270,
    createdAt: new Date(),
  }
}
