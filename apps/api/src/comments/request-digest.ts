import { createHash, createHmac } from 'node:crypto'
import type { Actor } from '../core/actor'
import type { RequestDigest } from './earlier-message.record'
import { newPublicId } from '../base/ids'

interface MessageRequest {
  actor: Actor
  /** What the message was sent to: `thread`, or the id of the thread it answers. */
  target: string
  /** The parsed body, whose fields are always in the order of the schema. */
  input: { _id?: string | undefined; createdAt?: string | undefined }
  idempotencyKey: string | undefined
  /** Keyed, so that the stored digest does not reveal the author's network. */
  secret: string
}

/** Identifies a request of one sender: by its Idempotency-Key, otherwise by the comment id that it chose,
 *  otherwise by its words. */
export function digestRequest(request: MessageRequest): RequestDigest {
  const { target, input, idempotencyKey: key } = request
  const sender = senderOf(request)
  const bodyHash = sha256(JSON.stringify([sender, target, input]))
  const triedAt = input.createdAt === undefined ? null : new Date(input.createdAt)
  const identity = { publicId: input._id ?? newPublicId(), bodyHash, triedAt }
  if (key !== undefined) return { ...identity, dedupe: `key:${sha256(JSON.stringify([sender, key]))}` }
  return { ...identity, dedupe: input._id === undefined ? `body:${bodyHash}` : `id:${input._id}` }
}

/** The guest secret comes before the account, so that a guest who logs in or out between two tries stays the same
 *  sender. A client that sends neither secret nor token is identified by its network. */
function senderOf({ actor, secret }: MessageRequest): string {
  if (actor.guestHash !== null) return `browser ${actor.guestHash}`
  if (actor.user !== null) return `user ${actor.user.publicId}`
  return `network ${createHmac('sha256', secret).update(actor.network).digest('base64url')}`
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}
