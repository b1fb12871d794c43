import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm, utimes } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { expect, test } from '@playwright/test'
import { freePort } from '@pinmark/testbed/free-port'
import { scratchFolder } from '@pinmark/testbed/scratch-folder'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const source = fileURLToPath(new URL('../../../apps/api/src/main.ts', import.meta.url))

test('npm run dev keeps its database when the API restarts, and Ctrl-C leaves no process', async () => {
  test.setTimeout(300_000)
  const dataDir = scratchFolder()
  // A process group of its own, as a terminal gives it.
  const dev = spawn('npm', ['run', 'dev'], {
    cwd: root,
    detached: true,
    env: {
      ...process.env,
      PORT: String(await freePort()),
      DEV_DATA_DIR: dataDir,
      NO_COLOR: '1',
      MONGODB_URI: '',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const group = dev.pid ?? Number.NaN
  const ended = once(dev, 'close')
  let output = ''
  for (const stream of [dev.stdout, dev.stderr]) stream.on('data', (chunk) => (output += chunk))
  const starts = () => output.match(/The API is ready/g)?.length ?? 0
  const waiting = { timeout: 120_000 }

  try {
    await expect.poll(starts, waiting).toBe(1)
    await expect.poll(() => addressesIn(output), waiting).toHaveLength(1)
    const [database, ...others] = mongodsOf(dataDir)
    expect(database).toBeDefined()
    expect(others).toEqual([])

    // Saved without a change.
    await utimes(source, new Date(), new Date())
    await expect.poll(starts, waiting).toBe(2)

    expect(mongodsOf(dataDir)).toEqual([database])
    const [address = ''] = addressesIn(output)
    expect(await (await fetch(address)).text()).toContain('<div id="root">')
    expect((await fetch(`${address}instance`)).status).toBe(200)

    process.kill(-group, 'SIGINT')
    await ended
    await expect.poll(() => [...mongodsOf(dataDir), ...processesOf(group)], waiting).toEqual([])
  } finally {
    if (dev.exitCode === null && dev.signalCode === null) process.kill(-group, 'SIGTERM')
    await ended
    await rm(dataDir, { recursive: true, force: true })
  }
})

/** The addresses that it prints to be opened. */
const addressesIn = (output: string) => [...new Set(output.match(/https?:\/\/[\w.:]+\//g))]

/** The MongoDB processes on a data folder, by process id. */
function mongodsOf(dataDir: string): string[] {
  return runningProcesses()
    .filter(
      (line) => line.includes('mongod') && line.includes(`${dataDir}/`) && !line.includes('database.ts'),
    )
    .map((line) => line.split(' ', 1).join())
}

/** The processes of a group. */
function processesOf(group: number): string[] {
  return runningProcesses().filter((line) => line.split(' ')[1] === String(group))
}

/** One line each: process id, process group, command. */
function runningProcesses(): string[] {
  return execFileSync('ps', ['-eo', 'pid=,pgid=,args='], { encoding: 'utf8' })
    .split('\n')
    .map((line) => line.trim().replace(/^(\d+) +(\d+) +/, '$1 $2 '))
}
