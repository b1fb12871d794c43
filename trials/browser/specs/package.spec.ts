import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from '@playwright/test'
import type { ProjectSummary } from '@pinmark/shared/entities/project'
import { endWithThisProcess } from '@pinmark/testbed/end-with-process'
import { freePort } from '@pinmark/testbed/free-port'
import { findMongod } from '@pinmark/testbed/mongo-set'
import { drawDesign } from '@pinmark/testbed/test-image'

/** The package as a stranger gets it: from its tarball, in an empty folder, with an empty home. It needs the registry. */

// pnpm lets its programs find every package of the workspace with it.
const { NODE_PATH: _, ...environment } = process.env

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
    options: {
      cwd: folder,
      env: {
        ...environment,
        HOME: home,
        npm_config_cache: join(home, '.npm'),
        MONGOD_PATH: mongod,
        ...settings,
      },
    },
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
      expect((await send(`${url}/users/register`)).status).toBe(201)
    })
    await whileRunning(now, async (url) => {
      const login = await send(`${url}/users/login`)
      expect(login.status).toBe(200)
      expect((await fetch(url, { headers: { accept: 'text/html' } })).status).toBe(200)

      // The command line captures a page and sends it.
      const { token } = await login.json()
      const project = await givenProject(url, token)
      const page = join(work, 'page.html')
      await writeFile(page, '<!doctype html><title>Page</title><h1>Hello</h1>')
      const settings = { PINMARK_URL: url, PINMARK_TOKEN: token, PINMARK_PROJECT: project }
      const push = pinmark(now, ['push', `file://${page}`], settings)
      expect((await promisify(execFile)('npx', push.args, push.options)).stdout).toContain(
        `file://${page}: design added, page, version 1`,
      )
    })

    const examine = pinmark(now, ['doctor'])
    expect((await promisify(execFile)('npx', examine.args, examine.options)).stdout).toContain(
      'Nothing to repair.',
    )
    const ask = pinmark(now, ['--version'])
    const { version } = JSON.parse(await readFile(manifest, 'utf8'))
    expect((await promisify(execFile)('npx', ask.args, ask.options)).stdout).toBe(`${version}\n`)
    const refused = async (...args: string[]) => {
      const mistyped = pinmark(now, args)
      return promisify(execFile)('npx', mistyped.args, mistyped.options).catch((error: unknown) => error)
    }
    expect(await refused('reset-password')).toMatchObject({
      stderr: expect.stringContaining('Usage: npx pinmark reset-password EMAIL'),
    })
    expect(await refused('start', '--help')).toMatchObject({
      stderr: expect.stringContaining('"pinmark start" takes no arguments.'),
    })
    expect(await refused('strat')).toMatchObject({
      stderr: expect.stringContaining('Unknown command: strat. "pinmark --help" lists all commands.'),
    })
    expect(await readdir(folder)).toEqual(['.data'])

    // Most packages are part of the bundles, with their licences.
    for (const installed of await installedFolders(home)) {
      expect(await sizeOf(installed)).toBeLessThan(95e6)
      const licences = await readFile(join(installed, 'pinmark/THIRD-PARTY-LICENSES'), 'utf8')
      expect(licences).toContain('express 5')
    }
  } finally {
    await rm(work, { recursive: true, force: true, maxRetries: 5 })
  }
})

/** The folders of packages that npx made: one for each version that it ran. */
async function installedFolders(home: string): Promise<string[]> {
  const folders = await readdir(join(home, '.npm/_npx'))
  expect(folders).toHaveLength(2)
  return folders.map((name) => join(home, '.npm/_npx', name, 'node_modules'))
}

/** @returns the bytes of all files in a folder */
async function sizeOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  const sizes = await Promise.all(
    files.map(async ({ parentPath, name }) => (await stat(join(parentPath, name))).size),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}

/** Packs in a process of its own, because Playwright compiles what its specs import. @returns the tarball */
async function packed(folder: string, version?: string): Promise<string> {
  const program = `const { pack } = await import(${JSON.stringify(pack.href)})
    console.log(await pack(${JSON.stringify({ folder, version })}))`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program])
  return stdout.trim().split('\n').at(-1) ?? ''
}

function send(url: string): Promise<Response> {
  const headers = { 'Content-Type': 'application/json' }
  return fetch(url, { method: 'POST', headers, body: JSON.stringify(account) })
}

/** @returns the id of a new project */
async function givenProject(url: string, token: string): Promise<string> {
  const form = new FormData()
  form.append('name', 'Landing page')
  form.append('image', new File([new Uint8Array((await drawDesign()).buffer)], 'landing.png'))
  const headers = { Authorization: `Bearer ${token}` }
  const { _id }: ProjectSummary = await (
    await fetch(`${url}/projects`, { method: 'POST', headers, body: form })
  ).json()
  return _id
}
