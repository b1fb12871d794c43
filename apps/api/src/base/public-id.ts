import { randomFillSync } from 'node:crypto'

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
