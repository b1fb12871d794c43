import { createRequire } from 'node:module'
import { basename, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

export interface WorkerFile {
  path: string
  /** The arguments that node needs to run it. */
  execArgv: string[]
}

/** Names a folder of built workers for a program that runs from sources: tests start hundreds of them, and compiling one
 *  takes longer than its work. */
export const builtWorkersVariable = 'BUILT_WORKERS'

/** The file of a worker: `images/renditions/render` is `render.worker.js` beside the bundle once built, and
 *  `images/renditions/render.worker.ts` in the sources as long as it is not. */
export function workerFile(name: string): WorkerFile {
  const isSource = import.meta.url.endsWith('.ts')
  const built = isSource ? process.env[builtWorkersVariable] : fileURLToPath(new URL('.', import.meta.url))
  if (built !== undefined) return { path: join(built, `${basename(name)}.worker.js`), execArgv: [] }
  return { path: fileURLToPath(new URL(`../${name}.worker.ts`, import.meta.url)), execArgv: typescriptArgv() }
}

/** "--import tsx" would do for a child process; on Node 20 it leaves threads without TypeScript. */
function typescriptArgv(): string[] {
  const tsx = pathToFileURL(createRequire(import.meta.url).resolve('tsx'))
  const register = `import { register } from ${JSON.stringify(new URL('esm/api/index.mjs', tsx).href)}; register()`
  return ['--import', `data:text/javascript,${encodeURIComponent(register)}`]
}
