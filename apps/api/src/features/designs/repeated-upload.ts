import { requireUser, type Actor } from '../../access/actor'
import { idFrom, sha256Of } from '../../base/sha256'
import type { DesignRecord, ProjectRecord, VersionRecord } from '../../models/project'

/** What a repeated upload is recognised by: sender, Idempotency-Key, file and what the file is to become.
 *  @param target what it is to become, within the project
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

/** Finds what an upload made when it was sent before. */
export function findUploaded(
  { designs }: Pick<ProjectRecord, 'designs'>,
  upload: string | undefined,
): { design: DesignRecord; version: VersionRecord } | null {
  if (upload === undefined) return null
  for (const design of designs) {
    const version = design.versions.find((one) => one.upload === upload)
    if (version) return { design, version }
  }
  return null
}
