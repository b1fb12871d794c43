import type { mongo } from 'mongoose'
import type { MigrationWork } from './steps'

/** Few enough for one transaction. */
const tasksAtATime = 500

interface Task {
  _id: string
  kind: string
  account: mongo.ObjectId | null
  project: mongo.ObjectId | null
  [field: string]: unknown
}

/** Stores as tasks what waited in the queues of placing, mails and messages to webhooks, and removes these queues. */
export async function storeTasks({ db, inFence }: MigrationWork): Promise<void> {
  const found = [...(await placing(db)), ...(await mails(db)), ...(await messages(db))]
  for (let at = 0; at < found.length; at += tasksAtATime) {
    const writes = found.slice(at, at + tasksAtATime).map(({ _id, ...task }) => ({
      updateOne: {
        filter: { _id },
        update: { $setOnInsert: { ...task, tries: 0, lease: null, requests: 1 } },
        upsert: true,
      },
    }))
    await inFence((session) => db.collection<Task>('tasks').bulkWrite(writes, { session }))
  }
  await putWaitingMessagesFirst({ db, inFence })
  const names = new Set(
    await db
      .listCollections({}, { nameOnly: true })
      .map(({ name }) => name)
      .toArray(),
  )
  for (const name of ['jobs', 'deliveryLanes', 'outbox'])
    if (names.has(name)) await db.collection(name).drop()
}

/** Messages of later events come after those that wait. */
async function putWaitingMessagesFirst({ db, inFence }: MigrationWork): Promise<void> {
  const deliveries = db.collection('deliveries')
  const isOld = { order: { $not: { $regex: '^-' } } }
  const putFirst = [{ $set: { order: { $concat: ['-', '$order'] } } }]
  for (;;) {
    const old = await deliveries
      .find(isOld, { projection: { _id: 1 } })
      .limit(tasksAtATime)
      .toArray()
    if (old.length === 0) return
    const filter = { _id: { $in: old.map(({ _id }) => _id) } }
    await inFence((session) => deliveries.updateMany(filter, putFirst, { session }))
  }
}

async function placing(db: mongo.Db): Promise<Task[]> {
  const jobs = await db.collection('jobs').find().toArray()
  const ids = jobs.map((job) => job['project'])
  const projects = await db
    .collection('projects')
    .find({ _id: { $in: ids } }, { projection: { owner: 1 } })
    .toArray()
  const owners = new Map(projects.map(({ _id, owner }) => [_id.toHexString(), owner]))
  return jobs.map(({ project, design, version }): Task => {
    const account = owners.get(project.toHexString()) ?? null
    return { _id: `place ${version}`, kind: 'place', account, project, design, version, dueAt: new Date() }
  })
}

interface Mail {
  _id: string
  kind: string
  user: mongo.ObjectId | null
  project: mongo.ObjectId | null
  nextAt: Date
}

async function mails(db: mongo.Db): Promise<Task[]> {
  const waiting = await db.collection<Mail>('mails').find({ state: 'waiting' }).toArray()
  return waiting.map(({ _id: mail, kind, user: account, project, nextAt: dueAt }): Task => {
    const task = { _id: `mail ${mail}`, kind: kind === 'digest' ? 'digest' : 'mail' }
    return { ...task, account, project, mail, dueAt }
  })
}

async function messages(db: mongo.Db): Promise<Task[]> {
  const lanes = await db.collection('deliveryLanes').find().toArray()
  return lanes.map(({ webhook, project, owner: account, nextAt: dueAt }): Task => {
    const _id = `deliver ${webhook.toHexString()} ${project.toHexString()}`
    return { _id, kind: 'deliver', account, project, webhook, dueAt }
  })
}
