import mongoose, { type mongo } from 'mongoose'
import type { MigrationWork } from './steps'

/** Events are kept for a week. */
const keptMs = 7 * 24 * 60 * 60_000
/** Few enough for one transaction. */
const writesAtATime = 500

/** Marks as unread, or stores an event of, everything that happened since the position in the history of the database up to
 *  which mail and webhooks had read it. */
export async function storeUnreadEvents({ db, inFence }: MigrationWork): Promise<void> {
  const position = await db.collection<Position>('outbox').findOne({ _id: 'outbox' })
  if (!position?.seconds) return
  const since = new Date(Math.max(position.seconds * 1_000, Date.now() - keptMs))
  const firstId = mongoose.Types.ObjectId.createFromTime(Math.floor(since.getTime() / 1_000))
  const messages = await db
    .collection('comments')
    .find({ _id: { $gte: firstId } }, { projection: { _id: 1 } })
    .toArray()
  for (const some of inParts(messages)) {
    const filter = { _id: { $in: some.map(({ _id }) => _id) } }
    await inFence((session) =>
      db.collection('comments').updateMany(filter, { $set: { unread: 1 } }, { session }),
    )
  }
  const found = [resolveEvents(db, since), verdictEvents(db, since), projectEvents(db, since)]
  const events = (await Promise.all(found)).flat().map(({ _id, ...event }) => ({
    updateOne: { filter: { _id }, update: { $setOnInsert: event }, upsert: true },
  }))
  for (const some of inParts(events))
    await inFence((session) => db.collection<Event>('events').bulkWrite(some, { session }))
}

function* inParts<T>(all: readonly T[]): Generator<T[], void> {
  for (let at = 0; at < all.length; at += writesAtATime) yield all.slice(at, at + writesAtATime)
}

interface Position {
  _id: 'outbox'
  /** Missing in a database that never had it. */
  seconds?: number
}

interface Event {
  _id: string
  project: mongo.ObjectId
  /** After the comments. The order of the changes is not known. */
  seq: 2
  at: Date
  [field: string]: unknown
}

async function resolveEvents(db: mongo.Db, since: Date): Promise<Event[]> {
  const resolved = await db
    .collection('comments')
    .find({ 'resolved.at': { $gte: since } })
    .toArray()
  return resolved.map((message): Event => {
    const { at } = message['resolved']
    const _id = `resolve ${message._id.toHexString()} ${at.getTime()}`
    return { _id, project: message['project'], seq: 2, at, kind: 'resolve', message: message._id }
  })
}

async function verdictEvents(db: mongo.Db, since: Date): Promise<Event[]> {
  const given = await db
    .collection('verdicts')
    .find({ at: { $gte: since }, verdict: { $ne: null } })
    .toArray()
  return given.map((verdict): Event => {
    const { project, at } = verdict
    const _id = `verdict ${verdict._id.toHexString()} ${at.getTime()}`
    return { _id, project, seq: 2, at, kind: 'verdict', verdict }
  })
}

/** The first versions and the first round of a project arrive with it, and are no events. */
async function projectEvents(db: mongo.Db, since: Date): Promise<Event[]> {
  const isSince = { $gte: since }
  const names = ['designs.versions.createdAt', 'round.openedAt', 'round.closedAt']
  const changed = await db
    .collection('projects')
    .find({ $or: names.map((name) => ({ [name]: isSince })) })
    .toArray()
  return changed.flatMap(({ _id: project, createdAt, designs, round }): Event[] => {
    const isEvent = (at: Date | null) => at !== null && at >= since && at > createdAt
    const versions: { publicId: string; createdAt: Date }[] = designs.flatMap(
      ({ versions: all }: { versions: [] }) => all,
    )
    const ofRound = (change: 'opened' | 'closed', name: string | number, at: Date): Event => {
      const _id = `round ${project.toHexString()} ${change} ${name}`
      return { _id, project, seq: 2, at, kind: 'round', change, number: round.number }
    }
    return [
      ...versions
        .filter((version) => isEvent(version.createdAt))
        .map(({ publicId, createdAt: at }): Event => {
          return { _id: `version ${publicId}`, project, seq: 2, at, kind: 'version', version: publicId }
        }),
      ...(isEvent(round.openedAt) ? [ofRound('opened', round.number, round.openedAt)] : []),
      ...(isEvent(round.closedAt) ? [ofRound('closed', round.closedAt.getTime(), round.closedAt)] : []),
    ]
  })
}

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
  for (const some of inParts(found)) {
    const writes = some.map(({ _id, ...task }) => ({
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
      .limit(writesAtATime)
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
