import { randomBytes } from 'node:crypto'

/** A new public id: 22 characters, base64url of 16 random bytes. */
export function newPublicId(): string {
  return randomBytes(16).toString('base64url')
}
