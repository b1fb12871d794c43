import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { loadEnvFile } from './lib/env-file.mjs'
import { root } from './lib/root.mjs'
import { bin, whenOrphaned } from './lib/run.mjs'

loadEnvFile()
const apiPort = process.env.PORT ?? '3000'
const api = spawn(
  bin('tsx', 'apps/api'),
  ['watch', '--clear-screen=false', join(root, 'apps/api/src/main.ts')],
  {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, PORT: apiPort },
  },
)
const web = spawn(bin('vite', 'apps/web'), ['--configLoader', 'runner', '--clearScreen', 'false'], {
  cwd: join(root, 'apps/web'),
  stdio: 'inherit',
  env: { ...process.env, API_ORIGIN: `http://localhost:${apiPort}` },
})

// When one process ends, the other is stopped.
const children = [api, web]
process.on('SIGINT', () => {})
process.on('SIGTERM', () => children.forEach((child) => child.kill('SIGTERM')))
whenOrphaned(() => children.forEach((child) => child.kill('SIGTERM')))
await Promise.race(children.map((child) => once(child, 'close')))
children.forEach((child) => child.kill('SIGTERM'))
