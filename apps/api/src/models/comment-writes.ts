import type { Types } from 'mongoose'
import { AppError } from '@pinmark/shared/errors'
import { ThreadModel, type ReplyRecord, type ThreadRecord } from './comment'
import { isInTrash } from './hidden-versions'
import { ProjectModel, type ProjectRecord } from './project'

/** The identity of a request within its project. */
export interface RequestDigest {
  /** The id that the comment gets. */
  publicId: string
  /** `key:`, `id:` or `body:`, followed by the value that identifies the request. */
  dedupe: string
  /** Digest of sender, target and content. */
  bodyHash: string
}

/** Requests that are identified only by their words count as repeated for this time, while the comment is there. The same
 *  words a day later, or after a deletion, are a new comment. */
const sameWordsMs = 24 * 60 * 60_000

/** The comment that the same request stored before; null for a new request.
 *  @throws AppError idempotency_key_reused when the key or id came with another content, or by another sender */
export async function findRepeated(
  project: Pick<ProjectRecord, '_id' | 'trash'>,
  { publicId, dedupe, bodyHash }: RequestDigest,
): Promise<ThreadRecord | ReplyRecord | null> {
  const stored = await ThreadModel.findOne({ project: project._id, $or: [{ dedupe }, { publicId }] }).lean<
    ThreadRecord | ReplyRecord
  >()
  if (!stored) return null
  if (stored.bodyHash !== bodyHash) throw new AppError('idempotency_key_reused')
  if (!dedupe.startsWith('body:')) return stored
  const isRecent = stored.storedAt.getTime() > Date.now() - sameWordsMs
  if (isRecent && stored.deletedAt === null && !(await isInTrash(project, stored))) return stored
  await releaseWords(stored)
  return null
}

/** Allows the same words to be stored again. The unique index still decides between two concurrent requests. */
async function releaseWords({ _id, publicId, dedupe }: ThreadRecord | ReplyRecord): Promise<void> {
  await ThreadModel.updateOne({ _id, dedupe }, { dedupe: `id:${publicId}` })
}

/** Takes back an unused number, unless a later one was given. */
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
