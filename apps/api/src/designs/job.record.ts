/** Work that outlives a request, stored as documents, in the transaction that makes it necessary. Any process can take a job
 *  under a lease. Jobs are repeated until they are done. */
import mongoose, { type mongo, type Types } from 'mongoose'
import { isOneOf, isUpTo, type Write } from '../mongo/queries'
import { ProjectModel } from '../projects/project.record'

const { Schema } = mongoose

export interface JobRecord {
  /** Derived from the task, so that a job is never stored twice. */
  _id: string
  project: Types.ObjectId
  design: string
  version: string
  createdAt: Date
  /** When it may be taken; during the work, the end of its lease. */
  nextAt: Date
  tries: number
  /** The id of the present lease; null once the job is requested again. */
  lease: string | null
}

const jobSchema = new Schema<JobRecord>(
  {
    _id: { type: String, required: true },
    project: { type: Schema.Types.ObjectId, required: true },
    design: { type: String, required: true },
    version: { type: String, required: true },
    createdAt: { type: Date, required: true },
    nextAt: { type: Date, required: true },
    tries: { type: Number, default: 0 },
    lease: { type: String, default: null },
  },
  { versionKey: false },
)
jobSchema.index({ nextAt: 1 })
jobSchema.index({ project: 1 })

export const JobModel = mongoose.model<JobRecord>('Job', jobSchema)

type PlacingJob = Pick<JobRecord, 'project' | 'design' | 'version'>

const idOf = ({ version }: Pick<JobRecord, 'version'>) => `place ${version}`
/** Wakes the worker of this process. Other processes poll. */
export const jobWaker = { wake: () => {} }

/** The write that requests, or requests again, to place the comments of a design on one of its versions. */
export function placingJob(job: PlacingJob): Write {
  return {
    updateOne: {
      filter: { _id: idOf(job) },
      update: {
        $setOnInsert: { ...job, createdAt: new Date() },
        $set: { nextAt: new Date(), tries: 0, lease: null },
      },
      upsert: true,
    },
  }
}

/** Requests, in the transaction that makes it necessary, to place the comments of a design on one of its versions. */
export async function storePlacingJob(job: PlacingJob, session?: mongo.ClientSession): Promise<void> {
  await JobModel.bulkWrite([placingJob(job)], { ...(session && { session }) })
}

/** The jobs that have waited longest, from which the next one is chosen. */
const maxChoice = 500

/** Takes a due job, for the duration of its lease. Accounts take turns: in each round, every account with due jobs gets
 *  one done, the one that has waited longest. In order of time, an account with many slow jobs would delay all others.
 *  @param served the accounts (hex) that had their turn in the present round, which this function extends or empties */
export async function takeJob(
  lease: string,
  leaseMs: number,
  served: Set<string>,
): Promise<JobRecord | null> {
  for (;;) {
    const now = Date.now()
    const isDue = { nextAt: isUpTo(new Date(now)) }
    const due = await JobModel.find(isDue, { project: 1 }).sort({ nextAt: 1 }).limit(maxChoice).lean()
    const [first] = due
    if (!first) return null
    const owners = await ownersOf(due)
    const next = due.find((job) => !served.has(owners(job))) ?? first
    if (served.has(owners(next))) served.clear()
    served.add(owners(next))
    const job = await JobModel.findOneAndUpdate(
      { _id: next._id, ...isDue },
      { $set: { nextAt: new Date(now + leaseMs), lease }, $inc: { tries: 1 } },
      { returnDocument: 'after' },
    ).lean<JobRecord>()
    // Otherwise another process was faster.
    if (job) return job
  }
}

/** @returns the account of a job, hex; empty when its project was removed */
async function ownersOf(jobs: readonly Pick<JobRecord, 'project'>[]) {
  const projects = isOneOf(jobs.map(({ project }) => project))
  const found = await ProjectModel.find({ _id: projects }, { owner: 1 }).lean()
  const owners = new Map(found.map(({ _id, owner }) => [_id.toHexString(), owner.toHexString()]))
  return ({ project }: Pick<JobRecord, 'project'>) => owners.get(project.toHexString()) ?? ''
}

/** Removes a finished job, unless it was requested again meanwhile. */
export async function finishJob({ _id, lease }: JobRecord): Promise<void> {
  await JobModel.deleteOne({ _id, lease })
}

/** Returns a job that has to wait for something else. Waiting is not a failure, so its attempts do not count. */
export async function deferJob({ _id, lease }: JobRecord, waitMs: number): Promise<void> {
  await JobModel.updateOne({ _id, lease }, { nextAt: new Date(Date.now() + waitMs), lease: null, tries: 0 })
}

/** Returns a failed job for a later attempt. */
export async function postponeJob({ _id, lease }: JobRecord, waitMs: number): Promise<void> {
  await JobModel.updateOne({ _id, lease }, { nextAt: new Date(Date.now() + waitMs), lease: null })
}
