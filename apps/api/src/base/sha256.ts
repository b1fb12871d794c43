import { createHash, webcrypto } from 'node:crypto'

/** The SHA-256 of megabytes, computed off the main thread. */
export async function sha256Of(bytes: Buffer): Promise<Buffer> {
  return Buffer.from(await webcrypto.subtle.digest('SHA-256', new Uint8Array(bytes)))
}

/** An id that is derived from a text, in the shape of a public id. A document under such an id can be stored only
 *  once. */
export function idFrom(text: string): string {
  return createHash('sha256').update(text).digest().subarray(0, 16).toString('base64url')
}
