import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './root.mjs'

/** Loads the variables of the file `.env`. Variables that are set already have priority. */
export function loadEnvFile() {
  const path = join(root, '.env')
  if (existsSync(path)) process.loadEnvFile(path)
}
