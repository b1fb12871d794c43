import mongoose, { type Types } from 'mongoose'
import { AppError } from '@pinmark/shared/errors'
import { ThreadModel, type ReplyRecord, type ThreadRecord } from './comment'
import { ProjectModel } from './project'

export const newRecordId = (): Types.ObjectId => new mongoose.Types.ObjectId()

/** How a repeated request is recognised: by the key within the project; the digest tells what was sent. */
export interface RequestDigest {
  dedupe: string
  bodyHash: string
}

/** What the same request stored before; null for a new one.
 *  @throws AppError idempotency_key_reused when the key came with another body */
export async function findRepeated(
  project: Types.ObjectId,
  { dedupe, bodyHash }: RequestDigest,
): Promise<ThreadRecord | ReplyRecord | null> {
  const stored = await ThreadModel.findOne({ project, dedupe }).lean<ThreadRecord | ReplyRecord>()
  if (stored && stored.bodyHash !== bodyHash) throw new AppError('idempotency_key_reused')
  return stored
}

/** Takes a number back that nobody has seen, as long as no later one was given. */
export async function giveNumberBack(project: Types.ObjectId, number: number): Promise<void> {
  await ProjectModel.updateOne(
    { _id: project, nextNumber: number + 1 },
    { $inc: { nextNumber: -1, size: -1 } },
  )
}

/** Lifts the counter above every stored number: a restored backup can hold comments newer than their project. */
export async function raiseNextNumber(project: Types.ObjectId): Promise<void> {
  const highest = await ThreadModel.findOne({ project }, { number: 1 }).sort({ number: -1 }).lean()
  await ProjectModel.updateOne({ _id: project }, { $max: { nextNumber: (highest?.number ?? 0) + 1 } })
}
