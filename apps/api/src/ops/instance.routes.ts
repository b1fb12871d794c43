import { readInstance } from '@pinmark/shared/api/service'
import type { Instance } from '@pinmark/shared/entities/instance'
import type { Config } from '../config'
import { jsonRoute, type Route } from '../http/route'
import type { Words } from '../http/words'
import { pinmarkVersion } from '../version'

export const instanceWords = {
  readInstance: {
    topic: 'Service',
    summary: 'Show the public settings of this installation',
    answer: 'Limits and settings.',
    errors: [],
  },
} satisfies Record<string, Words>

/** The public settings of this installation, for `/plans` and for forms. */
export function instanceRoutes(
  config: Config,
  registrationNow: () => Promise<Instance['registration']>,
): Route[] {
  const { defaultLinkPermission, publicUrl, mail, limits } = config
  const lasting = {
    version: pinmarkVersion,
    defaultLinkPermission,
    publicUrl,
    mail: mail !== null,
    maxUploadMb: limits.maxUploadMb,
    maxProjects: limits.maxProjects,
    maxStorageGb: limits.maxStorageGb,
    maxCommentsPerProject: limits.maxCommentsPerProject,
  }
  return [jsonRoute(readInstance, async () => ({ registration: await registrationNow(), ...lasting }))]
}
