import { webcrypto } from 'node:crypto'

/** The SHA-256 of megabytes, computed off the main thread. */
export async function sha256Of(bytes: Buffer): Promise<Buffer> {
  return Buffer.from(await webcrypto.subtle.digest('SHA-256', new Uint8Array(bytes)))
}
