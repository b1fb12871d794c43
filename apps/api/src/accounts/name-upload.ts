import { requireUser, type Actor } from '../core/actor'
import { idFrom, sha256Of } from '../base/ids'

/** The identity of a repeated upload: sender, Idempotency-Key, file and target.
 *  @param target what the upload becomes, including its project if it becomes a part of one
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
