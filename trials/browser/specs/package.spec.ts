import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from '@playwright/test'
import { endWithThisProcess } from '@pinmark/testbed/end-with-process'
import { freePort } from '@pinmark/testbed/free-port'
import { findMongod } from '@pinmark/testbed/mongo-set'

/** The package as a stranger gets it: from its tarball, in an empty folder, with an empty home. It needs the registry. */

const pack = new URL('../../../scripts/lib/pack.mjs', import.meta.url)
const manifest = new URL('../../../package.json', import.meta.url)
const account = { name: 'Mara Hald', email: 'mara@studio.test', password: 'a quiet light table' }

test.describe.configure({ timeout: 600_000 })

test('the package installs, starts, stops and keeps its data over an upgrade', async () => {
  const work = await mkdtemp(join(tmpdir(), 'pinmark-package-'))
  const [folder, home] = [join(work, 'folder'), join(work, 'home')]
  await Promise.all([mkdir(folder), mkdir(home)])
  const mongod = await findMongod()
  const pinmark = (tarball: string, args: string[], settings = {}) => ({
    args: ['-y', `--package=${tarball}`, 'pinmark', ...args],
    options: { cwd: folder, env: { ...process.env, HOME: home, MONGOD_PATH: mongod, ...settings } },
  })
  /** Starts it, waits until it is ready, and stops it after `work`. */
  async function whileRunning(tarball: string, visit: (url: string) => Promise<void>) {
    const port = await freePort()
    const { args, options } = pinmark(tarball, [], { PORT: String(port) })
    const child = spawn('npx', args, { ...options, stdio: ['ignore', 'pipe', 'inherit'] })
    endWithThisProcess(child)
    let output = ''
    child.stdout.on('data', (text) => (output += String(text)))
    await expect.poll(() => output, { timeout: 240_000 }).toContain('Pinmark is running')
    await visit(`http://localhost:${port}`)
    child.kill('SIGTERM')
    await once(child, 'exit')
    // npm does not wait for the server, which ends its database last.
    await expect
      .poll(() =>
        fetch(`http://localhost:${port}/healthz`).then(
          () => 'answers',
          () => 'gone',
        ),
      )
      .toBe('gone')
  }
  try {
    const [before, now] = [await packed(join(work, 'before'), '0.9.9'), await packed(join(work, 'now'))]

    await whileRunning(before, async (url) => {
      expect(await send(`${url}/users/register`)).toBe(201)
    })
    await whileRunning(now, async (url) => {
      expect(await send(`${url}/users/login`)).toBe(200)
      expect((await fetch(url, { headers: { accept: 'text/html' } })).status).toBe(200)
    })

    const examine = pinmark(now, ['doctor'])
    expect((await promisify(execFile)('npx', examine.args, examine.options)).stdout).toContain(
      'Nothing to repair.',
    )
    const ask = pinmark(now, ['--version'])
    const { version } = JSON.parse(await readFile(manifest, 'utf8'))
    expect((await promisify(execFile)('npx', ask.args, ask.options)).stdout).toBe(`${version}\n`)
    expect(await readdir(folder)).toEqual(['.data'])
  } finally {
    await rm(work, { recursive: true, force: true, maxRetries: 5 })
  }
})

/** Packs in a process of its own, because Playwright compiles what its specs import. @returns the tarball */
async function packed(folder: string, version?: string): Promise<string> {
  const program = `const { pack } = await import(${JSON.stringify(pack.href)})
    console.log(await pack(${JSON.stringify({ folder, version })}))`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program])
  return stdout.trim().split('\n').at(-1) ?? ''
}

async function send(url: string): Promise<number> {
  const headers = { 'Content-Type': 'application/json' }
  return (await fetch(url, { method: 'POST', headers, body: JSON.stringify(account) })).status
}
