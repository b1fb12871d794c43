// The API and the web app, reloaded after changes. The database is started once, because a restart of it takes seconds.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { watch } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { loadEnvFile } from './lib/env-file.mjs'
import { root } from './lib/root.mjs'
import { bin, whenOrphaned } from './lib/run.mjs'
import { compileWords } from './lib/words.mjs'

loadEnvFile()
const apiFolder = join(root, 'apps/api')
const apiPort = process.env.PORT ?? '3000'
// Not the data of `npm start`: a version in the making may change their shape. Tests name another folder.
const dataDir = process.env.DEV_DATA_DIR ?? join(root, '.data-dev')

const database = process.env.MONGODB_URI ? null : startDatabase()
const environment = {
  ...process.env,
  ...(database && { MONGODB_URI: await database.uri }),
  DATA_DIR: dataDir,
  PORT: apiPort,
  // The server does not print its address, because the web app has another one.
  PINMARK_RUN_BY: 'dev',
}
const api = spawn(bin('tsx', 'apps/api'), ['watch', '--clear-screen=false', 'src/main.ts'], {
  cwd: apiFolder,
  stdio: 'inherit',
  env: environment,
})
const web = spawn(bin('vite', 'apps/web'), ['--configLoader', 'runner', '--clearScreen', 'false'], {
  cwd: join(root, 'apps/web'),
  stdio: 'inherit',
  env: { ...process.env, API_ORIGIN: `http://localhost:${apiPort}` },
})

// A sentence that is just being written may be broken.
const words = watch(join(root, 'packages/words/messages'), { recursive: true }, () => {
  compileWords().catch((error) => console.error(error.message))
})

// When one process ends, the other is stopped. Ctrl-C reaches both directly.
const children = [api, web]
const ends = children.map((child) => once(child, 'close'))
const stop = () => children.forEach((child) => child.kill('SIGTERM'))
process.on('SIGINT', () => {})
for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, stop)
whenOrphaned(stop)
await Promise.race(ends)
stop()
await Promise.all(ends)
words.close()
await database?.stop()

function startDatabase() {
  const child = spawn(process.execPath, ['--import', 'tsx', 'dev/database.ts', dataDir], {
    cwd: apiFolder,
    stdio: ['pipe', 'pipe', 'inherit'],
    // Its own process group, which Ctrl-C does not reach: it ends after the API.
    detached: true,
  })
  const ended = once(child, 'close')
  const firstLine = once(createInterface({ input: child.stdout }), 'line')
  return {
    uri: Promise.race([firstLine, ended]).then(([line]) => {
      if (typeof line === 'string') return line
      // It has said why.
      process.exit(1)
    }),
    stop: () => {
      child.stdin.end()
      return ended
    },
  }
}
