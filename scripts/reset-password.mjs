import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { build } from './lib/build.mjs'
import { loadEnvFile } from './lib/env-file.mjs'
import { root } from './lib/root.mjs'
import { followToTheEnd } from './lib/run.mjs'

loadEnvFile()
await build()
const [, , ...args] = process.argv
const tool = spawn(process.execPath, [join(root, 'apps/api/dist/reset-password.js'), ...args], {
  cwd: root,
  stdio: 'inherit',
})
await followToTheEnd(tool)
