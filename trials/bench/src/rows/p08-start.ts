import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { givenOwner, givenProject } from '@pinmark/testbed/client'
import { freePort } from '@pinmark/testbed/free-port'
import { Instance } from '@pinmark/testbed/instance'
import { startMongo } from '@pinmark/testbed/scoped-server'
import { atMost, figure } from '../figure'
import { interleave } from '../interleave'
import { halfMegabyteViewPicture } from '../picture'
import type { Bench, Row } from '../row'

const root = fileURLToPath(new URL('../../../..', import.meta.url))
const idleSeconds = { quick: 5, full: 60 }

export const p08: Row = {
  id: 'P8',
  work: 'start (installed and built, data folder there) and memory at rest',
  beside: '`mongod` alone until it answers',
  deadlineSeconds: { quick: 300, full: 600 },
  run: async (bench) => {
    const mongo = await startMongo(bench)
    const node = await mongo.primary()
    const samples = await interleave(bench, {
      ours: () => startPinmark(bench),
      mongod: async () => {
        await node.kill()
        return secondsOf(() => node.start())
      },
    })
    await mongo.primary()

    const instance = await Instance.on({
      dataDir: join(bench.folder, 'idle'),
      environment: { NODE_ENV: 'production', MONGODB_URI: mongo.uri(), LOG_LEVEL: 'error' },
    })
    bench.afterwards(() => instance.end('SIGKILL'))
    await instance.start()
    await pause(idleSeconds[bench.size] * 1000)
    const idle = await instance.rssBytes()
    const owner = await givenOwner(instance.url)
    await givenProject(instance.url, owner, { image: await halfMegabyteViewPicture() })
    await pause(2_000)
    const used = await instance.rssBytes()

    return [
      figure({
        what: '`npm start` until the first 200',
        unit: 's',
        ours: samples('ours'),
        peer: { name: 'mongod alone', values: samples('mongod') },
        judge: atMost(2.5),
      }),
      figure({
        what: `memory of the API (RSS) ${idleSeconds[bench.size]} s after the start`,
        unit: 'MB',
        ours: [idle / 2 ** 20],
        peer: null,
        judge: atMost(130),
      }),
      figure({
        what: 'the same after a registration, a login and an upload',
        unit: 'MB',
        ours: [used / 2 ** 20],
        peer: null,
      }),
    ]
  },
}

/** Starts Pinmark as users do, with its own MongoDB, and stops it. @returns seconds until it served */
async function startPinmark({ folder, afterwards }: Bench): Promise<number> {
  const port = await freePort()
  const start = performance.now()
  const npm = spawn('npm', ['start'], {
    cwd: root,
    // A separate process group, so that a signal reaches all processes, as Ctrl-C does.
    detached: true,
    env: {
      ...process.env,
      PORT: String(port),
      HOST: '127.0.0.1',
      DATA_DIR: join(folder, 'own'),
      // The `.env` of a real instance must not be used.
      MONGODB_URI: '',
      PUBLIC_URL: '',
      SMTP_URL: '',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  npm.stdout.resume()
  // Closed when the last writer of the group has ended.
  const closed = once(npm, 'close')
  const end = () => {
    if (npm.pid !== undefined && npm.exitCode === null && npm.signalCode === null)
      process.kill(-npm.pid, 'SIGTERM')
    return closed
  }
  afterwards(end)
  while (!(await serves(port))) {
    if (npm.exitCode !== null) throw new Error(`npm start ended with ${npm.exitCode}.`)
    await pause(10)
  }
  const seconds = (performance.now() - start) / 1000
  await end()
  return seconds
}

async function serves(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(2_000) }).then(
    ({ ok }) => ok,
    () => false,
  )
}

async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return (performance.now() - start) / 1000
}
