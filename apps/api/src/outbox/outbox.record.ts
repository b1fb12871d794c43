import type { Types } from 'mongoose'
import {
  type AuthorRecord,
  ReplyModel,
  type ReplyRecord,
  ThreadModel,
  type ThreadRecord,
  isThread,
} from '../comments/comment.record'
import { isNoneOf, isOneOf } from '../mongo/queries'
import { hiddenVersions } from '../projects/link-state'
import { ProjectModel, type ProjectRecord } from '../projects/project.record'
import { VerdictModel, type VerdictRecord } from '../rounds/verdict.record'
import { authorKey } from '../visits/visit.record'
import type { Happening, Unread } from '../core/event'

// Reads of the outbox, which need no permit. It writes to accounts about the projects that they work on, and checks
// itself which projects a visitor may still see.

type Shown = '_id' | 'publicId' | 'linkId' | 'link' | 'name' | 'designs' | 'trash' | 'deletedAt' | 'round'
export type OutboxProject = Pick<ProjectRecord, Shown | 'owner' | 'members'>

const outboxFields = {
  ...{ publicId: 1, linkId: 1, link: 1, owner: 1, members: 1, name: 1, deletedAt: 1, round: 1 },
  ...{ 'designs.publicId': 1, 'designs.title': 1 },
  ...{ 'designs.versions.publicId': 1, 'designs.versions.number': 1, 'designs.versions.note': 1 },
  ...{ 'designs.versions.image': 1, 'designs.versions.createdAt': 1, 'trash.versions.publicId': 1 },
} as const

/** Projects by id, with the names of their designs and versions. */
export async function findOutboxProjects(
  ids: readonly Types.ObjectId[],
): Promise<Map<string, OutboxProject>> {
  const found = await ProjectModel.find({ _id: isOneOf(ids) }, outboxFields).lean<OutboxProject[]>()
  return byId(found)
}

export async function findMessages(
  ids: readonly Types.ObjectId[],
): Promise<Map<string, ThreadRecord | ReplyRecord>> {
  if (ids.length === 0) return new Map()
  return byId(await ThreadModel.find({ _id: isOneOf(ids) }).lean<(ThreadRecord | ReplyRecord)[]>())
}

/** The messages among `ids` that are not deleted, with the version of their thread. It reads no words, because a digest
 *  may be about thousands of messages. */
export async function findVersionsOf(ids: readonly Types.ObjectId[]): Promise<Map<string, string>> {
  const found = await ThreadModel.find(
    { _id: isOneOf(ids), deletedAt: null },
    { project: 1, parent: 1, version: 1 },
  ).lean<Pick<ThreadRecord | ReplyRecord, '_id' | 'project' | 'parent'>[]>()
  const threads = await findThreadsOf(found, { publicId: 1, version: 1 })
  return new Map(
    found.flatMap((message): [string, string][] => {
      const version =
        'version' in message ? String(message.version) : threads.get(message.parent ?? '')?.version
      return version === undefined ? [] : [[message._id.toHexString(), version]]
    }),
  )
}

export async function findVerdictsById(ids: readonly Types.ObjectId[]): Promise<Map<string, VerdictRecord>> {
  if (ids.length === 0) return new Map()
  return byId(await VerdictModel.find({ _id: isOneOf(ids) }).lean<VerdictRecord[]>())
}

/** The threads that replies belong to, by their public ids.
 *  @param fields those that are read; all of them unless given */
export async function findThreadsOf(
  messages: readonly Pick<ThreadRecord | ReplyRecord, 'project' | 'parent'>[],
  fields: Partial<Record<keyof ThreadRecord, 1>> = {},
): Promise<Map<string, ThreadRecord>> {
  const [first] = messages
  const parents = messages.flatMap(({ parent }) => parent ?? [])
  if (!first || parents.length === 0) return new Map()
  const found = await ThreadModel.find({ project: first.project, publicId: isOneOf(parents) }, fields).lean<
    ThreadRecord[]
  >()
  return new Map(found.map((thread) => [thread.publicId, thread]))
}

/** The authors of messages in threads of a project, by thread number, as visitor keys. */
export async function findWriters(
  project: Types.ObjectId,
  numbers: readonly number[],
): Promise<Map<number, Set<string>>> {
  const fields = { author: 1, number: 1, thread: 1 }
  const [threads, replies] = await Promise.all([
    ThreadModel.find({ project, number: isOneOf(numbers), deletedAt: null }, fields).lean(),
    ReplyModel.find({ project, thread: isOneOf(numbers), deletedAt: null }, fields).lean(),
  ])
  const writers = new Map<number, Set<string>>(numbers.map((number) => [number, new Set()]))
  for (const { number, author } of threads) writers.get(number)?.add(authorKey(author) ?? '')
  for (const { thread, author } of replies) writers.get(thread)?.add(authorKey(author) ?? '')
  return writers
}

/** Whether a visitor has a message in a project that is not deleted. */
export async function hasWritten(project: Types.ObjectId, { user, guest }: AuthorRecord): Promise<boolean> {
  const author = user ? { 'author.user': user } : { 'author.guest': guest }
  return (await ThreadModel.exists({ project, deletedAt: null, ...author })) !== null
}

/** The number of open comments, without those of deleted designs and versions. */
export function countOpen(project: Pick<OutboxProject, '_id' | 'trash'>): Promise<number> {
  const version = isNoneOf(hiddenVersions(project))
  return ThreadModel.countDocuments({ project: project._id, state: 'open', version }).exec()
}

function byId<T extends { _id: Types.ObjectId }>(documents: readonly T[]): Map<string, T> {
  return new Map(documents.map((document) => [document._id.toHexString(), document]))
}

interface Happened {
  id: string
  project: Types.ObjectId
  at: Date
  /** Sorts in the order of the project's changes. */
  order: string
}

/** An event with what it is about. */
export type ProjectEvent = Happened & Subject
type Subject =
  | { kind: 'comment' | 'resolve'; thread: ThreadRecord }
  | { kind: 'reply'; reply: ReplyRecord }
  | { kind: 'verdict'; verdict: VerdictRecord }
  | Extract<Happening, { kind: 'version' | 'round' }>

/** The events with what they are about, in the order of the changes of their projects. */
export async function eventsOf({ messages, events }: Unread): Promise<ProjectEvent[]> {
  const resolved = await findMessages(
    events.flatMap((event) => (event.kind === 'resolve' ? event.message : [])),
  )
  const found: { seq: number; event: Omit<Happened, 'order'> & Subject }[] = []
  for (const message of messages) {
    const { _id, project, storedAt: at, unread: seq = 0 } = message
    const common = { project, at }
    const id = _id.toHexString()
    const event = isThread(message)
      ? { ...common, id: `comment ${id}`, kind: 'comment' as const, thread: message }
      : { ...common, id: `reply ${id}`, kind: 'reply' as const, reply: message }
    found.push({ seq, event })
  }
  for (const { _id: id, seq, project, at, ...happened } of events) {
    const common = { id, project, at }
    if (happened.kind !== 'resolve') {
      found.push({ seq, event: { ...common, ...happened } })
      continue
    }
    const thread = resolved.get(happened.message.toHexString())
    if (thread && isThread(thread)) found.push({ seq, event: { ...common, kind: 'resolve', thread } })
  }
  const sorted = found.toSorted((a, b) => a.seq - b.seq)
  // A change may have several events.
  return sorted.map(({ seq, event }, index) => ({ ...event, order: orderText(seq, index) }))
}

const orderText = (seq: number, index: number) =>
  `${String(seq).padStart(12, '0')} ${String(index).padStart(4, '0')}`
