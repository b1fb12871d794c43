import { createRequire } from 'node:module'
import { basename } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

export interface WorkerFile {
  path: string
  /** What node needs to run it. */
  execArgv: string[]
}

/** The file of a worker: `renditions/render` is `renditions/render.worker.ts` below this folder, and
 *  `render.worker.js` beside the bundle once built. */
export function workerFile(name: string): WorkerFile {
  const isSource = import.meta.url.endsWith('.ts')
  const file = isSource ? `./${name}.worker.ts` : `./${basename(name)}.worker.js`
  return { path: fileURLToPath(new URL(file, import.meta.url)), execArgv: isSource ? typescriptArgv() : [] }
}

/** "--import tsx" would do for a child process; on Node 20 it leaves threads without TypeScript. */
function typescriptArgv(): string[] {
  const tsx = pathToFileURL(createRequire(import.meta.url).resolve('tsx'))
  const register = `import { register } from ${JSON.stringify(new URL('esm/api/index.mjs', tsx).href)}; register()`
  return ['--import', `data:text/javascript,${encodeURIComponent(register)}`]
}
