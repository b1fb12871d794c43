import { requireUser, type Actor } from './actor'
import { idFrom, sha256Of } from '../base/sha256'

/** What a repeated upload is recognised by: sender, Idempotency-Key, file and what the file is to become.
 *  @param target what it is to become; within its project, if it is to be a part of one
 *  @returns undefined without a key */
export async function nameUpload(
  actor: Actor,
  key: string | undefined,
  bytes: Buffer,
  ...target: (string | number | undefined)[]
): Promise<string | undefined> {
  if (key === undefined) return undefined
  const file = (await sha256Of(bytes)).toString('base64url')
  return idFrom(JSON.stringify(['upload', requireUser(actor).publicId, key, file, ...target]))
}
