/** Work that outlives a request, as documents. A job is written before the data that require it, so that no crash
 *  leaves the data without the job. Any process can take it under a lease, and it is repeated until it is done. */
import mongoose, { type Types } from 'mongoose'
import { isUpTo } from './filter-operators'

const { Schema } = mongoose

export interface JobRecord {
  /** Names what is to be done: the same job is never stored twice. */
  _id: string
  kind: 'place'
  project: Types.ObjectId
  design: string
  version: string
  createdAt: Date
  /** When it may be taken. While it is being done, the end of its lease. */
  nextAt: Date
  tries: number
  /** The id of the present lease; null again when the job is requested again. */
  lease: string | null
}

const jobSchema = new Schema<JobRecord>(
  {
    _id: { type: String, required: true },
    kind: { type: String, required: true },
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
/** For the write that follows. */
const headStartMs = 2_000

/** Wakes the worker of this process; those of others look from time to time. */
export const jobWaker = { wake: () => {} }

/** Stores the job that places the comments of a design on one of its versions, or requests it again.
 *  @param isReady whether what it follows from is written already; else `startJob` says so */
export async function storePlacingJob(job: PlacingJob, { isReady }: { isReady: boolean }): Promise<void> {
  const now = Date.now()
  await JobModel.updateOne(
    { _id: idOf(job) },
    {
      $setOnInsert: { ...job, kind: 'place', createdAt: new Date(now) },
      $set: { nextAt: new Date(now + (isReady ? 0 : headStartMs)), tries: 0, lease: null },
    },
    { upsert: true },
  )
  if (isReady) jobWaker.wake()
}

/** Lets a stored job begin now. */
export async function startJob(job: PlacingJob): Promise<void> {
  await JobModel.updateOne({ _id: idOf(job), lease: null }, { nextAt: new Date() })
  jobWaker.wake()
}

/** Removes a job whose data was not written. */
export async function withdrawJob(job: PlacingJob): Promise<void> {
  await JobModel.deleteOne({ _id: idOf(job), lease: null })
}

/** Takes the job that has waited longest, for as long as its lease lasts. */
export function takeJob(lease: string, leaseMs: number): Promise<JobRecord | null> {
  const now = Date.now()
  return JobModel.findOneAndUpdate(
    { nextAt: isUpTo(new Date(now)) },
    { $set: { nextAt: new Date(now + leaseMs), lease }, $inc: { tries: 1 } },
    { sort: { nextAt: 1 }, returnDocument: 'after' },
  )
    .lean<JobRecord>()
    .exec()
}

/** Removes a job that is done, unless it was requested again meanwhile. */
export async function finishJob({ _id, lease }: JobRecord): Promise<void> {
  await JobModel.deleteOne({ _id, lease })
}

/** Gives a job back that waits for something else. It did not fail, so that its tries do not count. */
export async function deferJob({ _id, lease }: JobRecord, waitMs: number): Promise<void> {
  await JobModel.updateOne({ _id, lease }, { nextAt: new Date(Date.now() + waitMs), lease: null, tries: 0 })
}

/** Gives a job back that failed, to be tried again later. */
export async function postponeJob({ _id, lease }: JobRecord, waitMs: number): Promise<void> {
  await JobModel.updateOne({ _id, lease }, { nextAt: new Date(Date.now() + waitMs), lease: null })
}
