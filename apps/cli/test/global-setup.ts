import { withoutLimits } from '@pinmark/testbed/client'
import { Instance } from '@pinmark/testbed/instance'
import { scratchFolder } from '@pinmark/testbed/scratch-folder'
import type { TestProject } from 'vitest/node'
import { buildCli } from '../../../scripts/lib/build-cli.mjs'

declare module 'vitest' {
  interface ProvidedContext {
    /** The address of the built server. */
    url: string
  }
}

/** The command line, and one built server for all tests. Each test has a project of its own. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const instance = await Instance.on({ dataDir: scratchFolder(), environment: withoutLimits })
  await Promise.all([instance.start(), buildCli()])
  project.provide('url', instance.url)
  return async () => {
    await instance.end('SIGTERM')
  }
}
