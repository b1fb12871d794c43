import { join } from 'node:path'
import { withoutLimits } from '@pinmark/testbed/client'
import { Instance } from '@pinmark/testbed/instance'
import type { Trial } from './promise'

/** A running instance for the duration of a trial. It has its own database unless `environment` names another, and
 *  no limits on calls unless `environment` sets them. */
export async function givenInstance(
  trial: Trial,
  environment: Record<string, string> = {},
  name = 'instance',
): Promise<Instance> {
  const api = await Instance.on({
    dataDir: join(trial.folder, name),
    environment: {
      ...withoutLimits,
      MONGODB_URI: environment['MONGODB_URI'] ?? (await trial.givenDatabase()),
      ...environment,
    },
  })
  // Ended by SIGKILL, because the database outlives it and an orderly stop takes a second.
  trial.afterwards(() => api.end('SIGKILL'))
  return api.start()
}
