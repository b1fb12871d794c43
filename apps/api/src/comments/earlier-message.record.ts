import type { Types } from 'mongoose'
import { AppError } from '@pinmark/shared/errors'
import { ThreadModel, type ReplyRecord, type ThreadRecord } from './comment.record'
import { isInTrash } from '../projects/link-state'
import { ProjectModel, type ProjectRecord } from '../projects/project.record'

/** The identity of a request within its project. */
export interface RequestDigest {
  /** The id that the comment gets. */
  publicId: string
  /** `key:`, `id:` or `body:`, followed by the value that identifies the request. */
  dedupe: string
  /** Digest of sender, target and content. */
  bodyHash: string
  /** When the sender sent it, according to the sender; null if they did not say. */
  triedAt: Date | null
}

/** The message that an earlier request with the same identity stored. */
export interface Earlier {
  stored: ThreadRecord | ReplyRecord
  /** False if it had other content, or another sender. */
  isSame: boolean
}

/** Requests that are identified only by their words count as repeated for this time, while the comment is there. The same
 *  words a day later, or after a deletion, are a new comment. */
const sameWordsMs = 24 * 60 * 60_000

/** The message that was stored before under the key, the id or the words of a request; null for a new request.
 *  @throws AppError idempotency_key_reused when its Idempotency-Key came with other content, or by another sender */
export async function findEarlier(
  project: Pick<ProjectRecord, '_id' | 'trash'>,
  { publicId, dedupe, bodyHash }: RequestDigest,
): Promise<Earlier | null> {
  const stored = await ThreadModel.findOne({ project: project._id, $or: [{ dedupe }, { publicId }] }).lean<
    ThreadRecord | ReplyRecord
  >()
  if (!stored) return null
  const isSame = stored.bodyHash === bodyHash
  if (!isSame && dedupe.startsWith('key:')) throw new AppError('idempotency_key_reused')
  const earlier = { stored, isSame }
  if (!dedupe.startsWith('body:')) return earlier
  const isRecent = stored.storedAt.getTime() > Date.now() - sameWordsMs
  if (isRecent && stored.deletedAt === null && !(await isInTrash(project, stored))) return earlier
  await releaseWords(stored)
  return null
}

/** Allows the same words to be stored again. The unique index still decides between two concurrent requests. */
async function releaseWords({ _id, publicId, dedupe }: ThreadRecord | ReplyRecord): Promise<void> {
  await ThreadModel.updateOne({ _id, dedupe }, { dedupe: `id:${publicId}` })
}

/** Lifts the counter above every stored number: a restored backup can hold comments newer than their project. */
export async function raiseNextNumber(project: Types.ObjectId): Promise<void> {
  const highest = await ThreadModel.findOne({ project }, { number: 1 }).sort({ number: -1 }).lean()
  await ProjectModel.updateOne({ _id: project }, { $max: { nextNumber: (highest?.number ?? 0) + 1 } })
}
