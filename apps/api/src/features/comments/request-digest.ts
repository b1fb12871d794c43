import { createHash } from 'node:crypto'
import type { Actor } from '../../access/actor'
import type { RequestDigest } from '../../models/comment-writes'

/** Recognises a repeated request: by its Idempotency-Key, else by its own content from the same author.
 *  `input` is the parsed body, whose fields always come in the schema's order; `target` is what it was sent to. */
export function digestRequest(
  actor: Actor,
  target: string,
  input: object,
  key: string | undefined,
): RequestDigest {
  const bodyHash = sha256(JSON.stringify([target, input]))
  const author = actor.user?.publicId ?? actor.guestHash ?? ''
  return { bodyHash, dedupe: key === undefined ? `body:${sha256(bodyHash + author)}` : `key:${sha256(key)}` }
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}
