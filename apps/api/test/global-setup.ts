import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { openDatabase } from '../src/platform/mongod/open-database'

declare module 'vitest' {
  interface ProvidedContext {
    mongodbUri: string
  }
}

/** One real `mongod` a run, in a folder of its own. Every test file gets its own database in it. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'pinmark-test-'))
  const database = await openDatabase({ dataDir, onProgress: (line) => console.log(line) })
  project.provide('mongodbUri', database.uri)
  return async () => {
    await database.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}
