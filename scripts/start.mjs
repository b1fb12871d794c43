import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { build } from './lib/build.mjs'
import { loadEnvFile } from './lib/env-file.mjs'
import { root } from './lib/root.mjs'
import { followUntilExit } from './lib/run.mjs'
import { serverEnvironment, serverNodeOptions } from './lib/server-process.mjs'

loadEnvFile()
await build()
const server = spawn(process.execPath, [...serverNodeOptions, join(root, 'apps/api/dist/main.js')], {
  cwd: root,
  env: { ...serverEnvironment, ...process.env },
  stdio: 'inherit',
})
await followUntilExit(server)
