import { join } from 'node:path'
import { withoutLimits } from '@pinmark/testbed/client'
import { Instance } from '@pinmark/testbed/instance'
import type { Trial } from './promise'

/** A running instance for the time of a trial: with its own MongoDB, unless `environment` names another, and without
 *  limits on calls, unless `environment` sets them. */
export async function givenInstance(
  trial: Trial,
  environment: Record<string, string> = {},
  name = 'instance',
): Promise<Instance> {
  const api = await Instance.on({
    dataDir: join(trial.folder, name),
    environment: { ...withoutLimits, ...environment },
  })
  trial.afterwards(() => api.end('SIGTERM'))
  return api.start()
}
