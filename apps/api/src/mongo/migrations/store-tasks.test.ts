import mongoose from 'mongoose'
import { expect, test } from 'vitest'
import { sharedTestApp } from '../../../test/app-under-test'
import { runMigration } from '../../../test/run-migration'
import { storeTasks } from './outbox-steps'

sharedTestApp()
interface Stored {
  _id: unknown
  [field: string]: unknown
}
const collection = (name: string) => mongoose.connection.collection<Stored>(name)
const newId = () => new mongoose.Types.ObjectId()

test('what waits in the queues of the version before becomes tasks, and a second run changes nothing', async () => {
  const [owner, project, webhook, paused] = [newId(), newId(), newId(), newId()]
  const at = new Date('2026-11-01T10:00:00Z')
  await collection('projects').insertOne({ _id: project, owner, publicId: 'project', linkId: 'link' })
  const job = { project, design: 'design', version: 'version', nextAt: at, tries: 2, lease: 'dead' }
  await collection('jobs').insertOne({ _id: 'place version', ...job })
  const mail = { state: 'waiting', user: owner, project, nextAt: at, tries: 1, createdAt: new Date() }
  await collection('mails').insertMany([
    { _id: 'one', kind: 'digest', ...mail },
    { _id: 'two', kind: 'reset', ...mail, user: null, project: null },
    { _id: 'sent', kind: 'digest', ...mail, state: 'done' },
  ])
  const lane = { project, owner, tries: 3, revision: 4 }
  await collection('deliveryLanes').insertMany([
    { _id: 'first', ...lane, webhook, nextAt: at },
    { _id: 'second', ...lane, webhook: paused, nextAt: null },
  ])
  const delivery = { webhook, project, state: 'waiting', createdAt: new Date() }
  await collection('deliveries').insertMany([
    { _id: 'a', ...delivery, order: '6920a1b2 000' },
    { _id: 'b', ...delivery, order: '6920a1b2 001' },
    { _id: 'later', ...delivery, order: '-000000000007 0000' },
  ])
  await collection('outbox').insertOne({ _id: 'outbox', holder: 'dead' })

  for (let run = 0; run < 2; run += 1) {
    await runMigration(storeTasks)
    const tasks = await collection('tasks').find().sort({ _id: 1 }).toArray()
    const common = { project, account: owner, tries: 0, lease: null, requests: 1 }
    const deliver = { ...common, kind: 'deliver' }
    const id = (hook: mongoose.Types.ObjectId) => `deliver ${hook.toHexString()} ${project.toHexString()}`
    expect(tasks).toEqual(
      [
        { ...deliver, _id: id(webhook), webhook, dueAt: at },
        { ...deliver, _id: id(paused), webhook: paused, dueAt: null },
        { ...common, _id: 'mail one', kind: 'digest', mail: 'one', dueAt: at },
        { ...common, _id: 'mail two', kind: 'mail', mail: 'two', account: null, project: null, dueAt: at },
        {
          ...common,
          _id: 'place version',
          kind: 'place',
          design: 'design',
          version: 'version',
          dueAt: expect.any(Date),
        },
      ].toSorted((one, other) => one._id.localeCompare(other._id)),
    )
    const orders = await collection('deliveries').find().sort({ order: 1 }).toArray()
    expect(orders.map(({ _id }) => _id)).toEqual(['later', 'a', 'b'])
    const names = (await mongoose.connection.listCollections()).map(({ name }) => name)
    expect(names.filter((name) => ['jobs', 'deliveryLanes', 'outbox'].includes(name))).toEqual([])
  }
})
