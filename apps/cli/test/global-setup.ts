import { withoutLimits } from '@pinmark/testbed/client'
import { Instance } from '@pinmark/testbed/instance'
import { scratchFolder } from '@pinmark/testbed/scratch-folder'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** The address of the built server. */
    url: string
  }
}

/** One built server for all tests. Each test has an account of its own. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const instance = await Instance.on({ dataDir: scratchFolder(), environment: withoutLimits })
  await instance.start()
  project.provide('url', instance.url)
  return async () => {
    await instance.end('SIGTERM')
  }
}
