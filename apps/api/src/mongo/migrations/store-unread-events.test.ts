import mongoose from 'mongoose'
import { expect, test } from 'vitest'
import { sharedTestApp } from '../../../test/app-under-test'
import { givenVersion } from '../../../test/given-design'
import { givenComment, givenGuest, givenProject, givenReply } from '../../../test/given-project'
import { runMigration } from '../../../test/run-migration'
import { storeUnreadEvents } from './outbox-steps'

const app = sharedTestApp()
const events = () => mongoose.connection.collection('events')
const comments = () => mongoose.connection.collection('comments')
interface Position {
  _id: string
  seconds: number
}
const outbox = () => mongoose.connection.collection<Position>('outbox')

test('what nobody had read before the upgrade becomes an event, once', async () => {
  const project = await givenProject(app.api)
  await outbox().insertOne({ _id: 'outbox', seconds: Math.floor(Date.now() / 1_000) })
  const path = `/projects/${project._id}`
  const { _id } = await givenComment(app.api, project._id)
  await givenReply(app.api, project._id, _id)
  await app.api.patch(`${path}/comments/${_id}`).set(project.owner.auth).send({ resolved: true }).expect(200)
  const verdict = { verdict: 'good', name: 'Tom Keller' }
  await app.api.put(`${path}/round/verdict`).set(givenGuest()).send(verdict).expect(200)
  await givenVersion(app.api, project)
  await app.api.patch(`${path}/round`).set(project.owner.auth).send({ closed: true, message: '' }).expect(200)
  const read = async () => ({
    messages: await comments().countDocuments({ unread: { $gt: 0 } }),
    events: (await events().find().sort({ kind: 1 }).toArray()).map(({ kind, change, verdict }) => ({
      ...{ kind, change, verdict },
    })),
  })
  const written = await read()
  expect(written.messages).toBe(2)
  expect(written.events).toHaveLength(5)
  await forgetAll()

  for (let run = 0; run < 2; run += 1) {
    await runMigration(storeUnreadEvents)
    expect(await read()).toEqual(written)
  }
})

test('a database whose mail and webhooks never ran gets no events', async () => {
  await outbox().deleteMany({})
  const project = await givenProject(app.api)
  await givenComment(app.api, project._id)
  await forgetAll()

  await runMigration(storeUnreadEvents)

  expect(await comments().countDocuments({ unread: { $gt: 0 } })).toBe(0)
  expect(await events().countDocuments()).toBe(0)
})

/** As in a database of the earlier version. */
async function forgetAll(): Promise<void> {
  await events().deleteMany({})
  await comments().updateMany({}, { $unset: { unread: 1 } })
}
