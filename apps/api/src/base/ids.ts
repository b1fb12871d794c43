import { createHash, randomFillSync, webcrypto } from 'node:crypto'

const idBytes = 16
/** Random bytes for the next ids. One system call fills the whole pool in the time of one id. */
const pool = Buffer.alloc(idBytes * 256)
let used = pool.length

/** A new public id: 22 characters, base64url of 16 random bytes. */
export function newPublicId(): string {
  if (used === pool.length) {
    randomFillSync(pool)
    used = 0
  }
  used += idBytes
  return pool.toString('base64url', used - idBytes, used)
}

/** The SHA-256 of megabytes, computed off the main thread. */
export async function sha256Of(bytes: Buffer): Promise<Buffer> {
  return Buffer.from(await webcrypto.subtle.digest('SHA-256', new Uint8Array(bytes)))
}

/** An id that is derived from a text, in the shape of a public id. A document under such an id can be stored only
 *  once. */
export function idFrom(text: string): string {
  return createHash('sha256').update(text).digest().subarray(0, 16).toString('base64url')
}
