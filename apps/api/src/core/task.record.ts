/** Work that outlives a request: placing comments on a new version, mails, messages to webhooks. A task is stored in the
 *  transaction that makes it necessary, or by a step that is repeated until it succeeds. Any process can take a due task
 *  under a lease. A task may run twice, after a crash, and its effect is the same then.
 *  docs/decisions/0073-tasks.md */
import mongoose, { type mongo, type Types } from 'mongoose'
import { isAbove, isNoneOf, isNot, isOneOf, isUpTo, type Write } from '../mongo/queries'

const { Schema } = mongoose

export type TaskKind = 'place' | 'mail' | 'digest' | 'deliver'

export interface TaskRecord {
  /** Derived from the subject. What is requested twice is one task, and never runs twice at the same time. */
  _id: string
  kind: TaskKind
  /** Accounts take turns. Null if it belongs to none. */
  account: Types.ObjectId | null
  project: Types.ObjectId | null
  /** To `place`: public ids. */
  design?: string
  version?: string
  /** To `deliver`. */
  webhook?: Types.ObjectId
  /** To send a `mail` or `digest`: its id. */
  mail?: string
  /** When it may be taken; during the work, the end of the lease; null while it is held. */
  dueAt: Date | null
  /** Failed tries, and the present one. */
  tries: number
  /** Of the process that works on it. */
  lease: string | null
  /** How often it was requested. A request during the work lets it run again. */
  requests: number
}

const taskSchema = new Schema<TaskRecord>(
  {
    _id: { type: String, required: true },
    kind: { type: String, required: true },
    account: { type: Schema.Types.ObjectId, default: null },
    project: { type: Schema.Types.ObjectId, default: null },
    design: String,
    version: String,
    webhook: Schema.Types.ObjectId,
    mail: String,
    dueAt: { type: Date, default: null },
    tries: { type: Number, required: true },
    lease: { type: String, default: null },
    requests: { type: Number, required: true },
  },
  { versionKey: false },
)
taskSchema.index({ kind: 1, dueAt: 1 })
taskSchema.index({ project: 1 })
taskSchema.index({ webhook: 1 }, { sparse: true })

export const TaskModel = mongoose.model<TaskRecord>('Task', taskSchema)

export type NewTask = Omit<TaskRecord, 'dueAt' | 'tries' | 'lease' | 'requests'>

const wakers = new Set<() => void>()

/** Lets the runners of this process look for due tasks now. Those of other processes look by themselves. */
export function wakeTasks(): void {
  for (const wake of wakers) wake()
}

/** @returns a function that removes the listener */
export function onTasks(wake: () => void): () => void {
  wakers.add(wake)
  return () => void wakers.delete(wake)
}

/** The write that requests a task. One that waits for its next try keeps waiting. */
export function taskWrite({ _id, ...task }: NewTask): Write {
  const fresh = { ...task, dueAt: new Date(), tries: 0, lease: null }
  return {
    updateOne: {
      filter: { _id },
      update: { $setOnInsert: fresh, $inc: { requests: 1 } },
      upsert: true,
    },
  }
}

/** Requests tasks. The caller of a transaction calls `wakeTasks` after it. */
export async function storeTasks(tasks: readonly NewTask[], session?: mongo.ClientSession): Promise<void> {
  if (tasks.length === 0) return
  await TaskModel.collection.bulkWrite(tasks.map(taskWrite), { ...(session && { session }) })
  if (!session) wakeTasks()
}

/** The due tasks of a kind, those first that have waited longest.
 *  @param except accounts whose tasks are left out */
export function findDueTasks(
  kind: TaskKind,
  limit: number,
  except: readonly (Types.ObjectId | null)[],
): Promise<TaskRecord[]> {
  return TaskModel.find({ kind, dueAt: isUpTo(new Date()), account: isNoneOf(except) })
    .sort({ dueAt: 1 })
    .limit(limit)
    .lean<TaskRecord[]>()
    .exec()
}

/** Takes a due task. Its try is stored before the work begins, so that a crash during the work counts as a failure.
 *  @returns null when another process was faster */
export function takeTask(_id: string, lease: string, leaseMs: number): Promise<TaskRecord | null> {
  return TaskModel.findOneAndUpdate(
    { _id, dueAt: isUpTo(new Date()) },
    { $set: { dueAt: later(leaseMs), lease }, $inc: { tries: 1 } },
    { returnDocument: 'after' },
  )
    .lean<TaskRecord>()
    .exec()
}

/** Extends the lease of the tasks that a process works on. */
export async function extendLeases(ids: readonly string[], lease: string, leaseMs: number): Promise<void> {
  await TaskModel.updateMany({ _id: isOneOf(ids), lease }, { dueAt: later(leaseMs) })
}

type Taken = Pick<TaskRecord, '_id' | 'lease' | 'requests'>

/** Removes a finished task. If it was requested meanwhile, it is due again. */
export async function finishTask(task: Taken): Promise<void> {
  const { _id, lease, requests } = task
  const removed = await TaskModel.deleteOne({ _id, lease, requests })
  if (removed.deletedCount === 0) await returnTask(task, { waitMs: 0, tries: 0 })
}

/** Returns a task for another try.
 *  @param waitMs null holds it */
export async function returnTask(
  { _id, lease }: Taken,
  { waitMs, tries }: { waitMs: number | null; tries: number },
): Promise<void> {
  const dueAt = waitMs === null ? null : later(waitMs)
  await TaskModel.updateOne({ _id, lease }, { dueAt, lease: null, tries })
}

const later = (ms: number) => new Date(Date.now() + ms)

/** Holds the tasks of a webhook, also those that are under way, or makes them due with all their tries. */
export async function setTasksOf(
  webhook: Types.ObjectId,
  state: 'held' | 'due',
  session: mongo.ClientSession,
): Promise<void> {
  const change = { dueAt: state === 'held' ? null : new Date(), lease: null, tries: 0 }
  await TaskModel.updateMany({ webhook }, change, { session })
}

/** Makes those tasks of a webhook due that have failed. If one is being tried again, the end of that try does not count. */
export async function hurryTasksOf(webhook: Types.ObjectId): Promise<void> {
  const hasFailed = [{ lease: null, tries: isAbove(0) }, { tries: isAbove(1) }]
  await TaskModel.updateMany(
    { webhook, dueAt: isNot(null), $or: hasFailed },
    { dueAt: new Date(), lease: null, tries: 0 },
  )
}

/** Removes the tasks of webhooks. */
export async function removeTasksOf(webhooks: readonly Types.ObjectId[]): Promise<void> {
  await TaskModel.deleteMany({ webhook: isOneOf(webhooks) })
}

/** Removes the tasks of a project. */
export async function removeTasksIn(project: Types.ObjectId): Promise<void> {
  await TaskModel.deleteMany({ project })
}
