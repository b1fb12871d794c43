import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './root.mjs'

/** Takes over what the file `.env` sets; a variable that is set already wins. */
export function loadEnvFile() {
  const path = join(root, '.env')
  if (existsSync(path)) process.loadEnvFile(path)
}
