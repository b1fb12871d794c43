import { chmod, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { scratchFolder } from '@pinmark/testbed/scratch-folder'
import type { TestProject } from 'vitest/node'
import { openDatabase } from '../src/mongo/mongod/open-database'
import { builtWorkersVariable } from '../src/base/worker-file'
import { buildPrograms } from './build-programs'

declare module 'vitest' {
  interface ProvidedContext {
    mongodbUri: string
    /** The folder of the built programs and workers. */
    programs: string
  }
}

/** One real `mongod` and one build per run. Every test file gets its own database and a parent for its
 *  folders. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = scratchFolder()
  // Some tests act as another system account, which must be able to get to the folder.
  await chmod(folder, 0o711)
  process.env['TMPDIR'] = folder
  const dataDir = join(folder, 'database')
  const mongodPath = process.env['MONGOD_PATH']
  const [database, programs] = await Promise.all([
    openDatabase({ dataDir, onProgress: (line) => console.log(line), ...(mongodPath && { mongodPath }) }),
    buildPrograms(),
  ])
  project.provide('mongodbUri', database.uri)
  project.provide('programs', programs)
  process.env[builtWorkersVariable] = programs
  return async () => {
    await database.stop()
    await rm(programs, { recursive: true, force: true })
  }
}
