import { spawn } from 'node:child_process'
import { join, resolve } from 'node:path'
import { build } from './build.mjs'
import { loadEnvFile } from './env-file.mjs'
import { root } from './root.mjs'
import { followUntilExit } from './run.mjs'

/** Builds if a source has changed, and runs a program of the API in the folder of this project, like the
 *  server. */
export async function runTool(program, args) {
  loadEnvFile()
  // Standard output is reserved for the program, for example for a backup.
  await build({ onProgress: (line) => console.error(line) })
  const tool = spawn(process.execPath, [join(root, `apps/api/dist/${program}.js`), ...args], {
    cwd: root,
    stdio: 'inherit',
  })
  await followUntilExit(tool)
}

/** Resolves a path against the folder in which the command was typed, because npm changes to the folder of
 *  the project. */
export function typedPath(word) {
  return word.startsWith('-') ? word : resolve(process.env.INIT_CWD ?? process.cwd(), word)
}
