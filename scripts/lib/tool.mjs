import { spawn } from 'node:child_process'
import { join, resolve } from 'node:path'
import { build } from './build.mjs'
import { loadEnvFile } from './env-file.mjs'
import { root } from './root.mjs'
import { followToTheEnd } from './run.mjs'

/** Builds if something changed, and runs a program of the API in the folder of this project, as the server runs. */
export async function runTool(program, args) {
  loadEnvFile()
  // Standard output belongs to the program alone: a backup may go there.
  await build({ onProgress: (line) => console.error(line) })
  const tool = spawn(process.execPath, [join(root, `apps/api/dist/${program}.js`), ...args], {
    cwd: root,
    stdio: 'inherit',
  })
  await followToTheEnd(tool)
}

/** A file as seen from where the command was typed; npm itself changes into the folder of the project. */
export function typedPath(word) {
  return word.startsWith('-') ? word : resolve(process.env.INIT_CWD ?? process.cwd(), word)
}
