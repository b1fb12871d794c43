import { join } from 'node:path'
import type { Instance } from '@pinmark/testbed/instance'
import { newServer } from '@pinmark/testbed/scoped-server'
import type { Trial } from './promise'

/** A running instance for the duration of a trial. It has its own database unless `environment` names another, and
 *  no limits on calls unless `environment` sets them. */
export async function givenInstance(
  trial: Trial,
  environment: Record<string, string> = {},
  name = 'instance',
  nodeOptions: string[] = [],
): Promise<Instance> {
  const MONGODB_URI = environment['MONGODB_URI'] ?? (await trial.givenDatabase())
  const dataDir = join(trial.folder, name)
  const api = await newServer(trial, { dataDir, environment: { ...environment, MONGODB_URI }, nodeOptions })
  return api.start()
}
