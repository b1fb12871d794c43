import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { once } from 'node:events'
import { request } from 'node:http'
import { freePort, listenOnFreePort } from '@pinmark/testbed/free-port'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { sessionSchema } from '@pinmark/shared/entities/user'
import { startProgram, type OwnProcess } from '../test/own-process'
import { openForUpkeep } from './mongo/database'
import { cacheDir, findMongod } from './mongo/mongod/find-mongod'
import { openDatabase } from './mongo/mongod/open-database'

// Each test starts programs, and they start a database. On a busy machine this takes time.
vi.setConfig({ testTimeout: 120_000 })

let dataDir: string
const running = new Set<OwnProcess>()

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'pinmark-main-'))
})
afterEach(async () => {
  await Promise.all([...running].map((program) => program.stop()))
  running.clear()
})
afterAll(async () => {
  await rm(dataDir, { recursive: true, force: true })
})

async function mongodPath(): Promise<string> {
  const options = { mongodPath: undefined, cacheDir: cacheDir(), series: null, onProgress: console.log }
  return (await findMongod(options)).path
}

async function givenServer(env: Record<string, string> = {}) {
  const port = await freePort()
  const server = startProgram('main', {
    PORT: String(port),
    HOST: '127.0.0.1',
    DATA_DIR: dataDir,
    ...env,
  })
  running.add(server)
  await server.says('Pinmark is running')
  const url = `http://127.0.0.1:${port}`
  const send = (path: string, body: object, token = '') =>
    fetch(url + path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...(token && { Authorization: `Bearer ${token}` }) },
      body: JSON.stringify(body),
    })
  const me = (token: string) => fetch(`${url}/users/me`, { headers: { Authorization: `Bearer ${token}` } })
  return { server, url, port, send, me }
}

/** Waits until a stopping server accepts no more connections. */
async function refusal(port: number): Promise<void> {
  const ask = () =>
    fetch(`http://127.0.0.1:${port}/healthz`).then(
      () => 'taken',
      () => 'refused',
    )
  await expect.poll(ask, { timeout: 8_000 }).toBe('refused')
}

async function tokenFrom(answer: Response): Promise<string> {
  expect(answer.status).toBe(200)
  return sessionSchema.parse(await answer.json()).token
}

const account = { name: 'Mara Hald', email: 'mara@studio.test', password: 'a quiet light table' }
const login = { email: account.email, password: account.password }

describe('a failed start prints the reason in one sentence and exits with 1', () => {
  test.each<[string, Record<string, string>, RegExp]>([
    [
      'a value that cannot be used',
      { PORT: 'many' },
      /^PORT is "many"\. It has to be a whole number from 0 to 65535\.\n$/,
    ],
    ['a weak secret', { JWT_SECRET: 'secret' }, /^JWT_SECRET is too weak\. [^\n]+\n$/],
    ['an address of another machine', { HOST: '203.0.113.9' }, /^HOST is "203\.0\.113\.9", [^\n]+\n$/],
  ])('%s', async (_what, env, sentence) => {
    const program = startProgram('main', { DATA_DIR: dataDir, PORT: '0', ...env })
    expect(await program.ended()).toBe(1)
    expect(program.output).toMatch(sentence)
  })

  test('a port in use', async () => {
    const other = createServer()
    const port = await listenOnFreePort(other)
    const program = startProgram('main', {
      DATA_DIR: dataDir,
      HOST: '127.0.0.1',
      PORT: String(port),
    })
    expect(await program.ended()).toBe(1)
    expect(program.output).toBe(
      `Port ${port} is already in use. Stop the program that uses it, or set PORT to another number.\n`,
    )
    other.close()
  })
})

describe('a server', () => {
  test('prints its address, its data folder and its documentation, in eight lines at most', async () => {
    const { server, url } = await givenServer({ PUBLIC_URL: 'https://pins.studio.test' })
    const block = server.output.slice(server.output.indexOf('  Pinmark is running')).split('\n\n')
    const rows = block[1]?.split('\n') ?? []
    for (const text of [url, dataDir, 'npm run backup -- FILE', 'https://pins.studio.test', `${url}/docs`]) {
      expect(rows.join('\n')).toContain(text)
    }
    expect(rows.length + 1).toBeLessThanOrEqual(8)
    expect(server.output.match(/CVE-2025-14847/g)?.length ?? 0).toBeLessThanOrEqual(1)
    expect(server.output).not.toMatch(/secret|pepper|password@/i)
  })

  test('whose database starts slowly refuses connections until it is ready', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'pinmark-slow-'))
    const slowMongod = join(folder, 'mongod')
    const script = `#!/bin/sh\n[ "$1" = --version ] || sleep 2\nexec '${await mongodPath()}' "$@"\n`
    await writeFile(slowMongod, script, { mode: 0o755 })
    const port = await freePort()
    const env = { PORT: String(port), HOST: '127.0.0.1', DATA_DIR: folder, MONGOD_PATH: slowMongod }
    const server = startProgram('main', env)
    running.add(server)
    let refused = 0
    const firstAnswer = async (path: string): Promise<Response> => {
      for (;;) {
        try {
          return await fetch(`http://127.0.0.1:${port}${path}`)
        } catch {
          if (server.child.exitCode !== null) throw new Error(server.output)
          refused += 1
          await new Promise((resolve) => setTimeout(resolve, 5))
        }
      }
    }

    const answers = await Promise.all(['/healthz', '/readyz', '/openapi.json', '/users/me'].map(firstAnswer))

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 401])
    expect(refused).toBeGreaterThan(10)
    await server.stop()
    await rm(folder, { recursive: true })
  })

  test('keeps accounts and logins after a restart with the same data folder', async () => {
    const first = await givenServer()
    await first.send('/users/register', account)
    const token = await tokenFrom(await first.send('/users/login', login))
    expect(await first.server.stop()).toBe(0)

    const second = await givenServer()

    expect((await second.me(token)).status).toBe(200)
    expect((await second.send('/users/login', login)).status).toBe(200)
  })

  test('that is stopped answers accepted requests, accepts no new ones, and exits with 0', async () => {
    const { server, port } = await givenServer()
    const late = request({
      port,
      path: '/users/login',
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Content-Length': 2 },
    })
    late.write('{')
    await new Promise((resolve) => setTimeout(resolve, 100))
    server.child.kill('SIGTERM')
    await refusal(port)

    late.end('}')

    const [answer] = await once(late, 'response')
    expect(answer.statusCode).toBe(401)
    expect(answer.headers.connection).toBe('close')
    expect(await server.ended()).toBe(0)
  })

  test('whose database hangs answers 503, and recovers when it is back', async () => {
    const { url, send, me } = await givenServer()
    await send('/users/register', account)
    const token = await tokenFrom(await send('/users/login', login))
    const mongod = Number(await readFile(join(dataDir, 'db', 'mongod.lock'), 'utf8'))
    process.kill(mongod, 'SIGSTOP')
    try {
      const answers = await Promise.all([
        fetch(`${url}/readyz`),
        fetch(`${url}/projects/AAAAAAAAAAAAAAAAAAAAAA`),
        me(token),
        send('/users/login', login),
        send('/users/register', { ...account, email: 'else@studio.test' }),
        send('/projects', { name: 'x', image: 'data:image/png;base64,AA==' }, token),
        send('/comment/add/AAAAAAAAAAAAAAAAAAAAAA', { commenter: 'Ana', text: 'Hi', x: 1, y: 1 }),
      ])
      for (const { status, headers } of answers) {
        expect([status, headers.get('retry-after')]).toEqual([503, '1'])
      }
      expect((await fetch(`${url}/healthz`)).status).toBe(200)
    } finally {
      process.kill(mongod, 'SIGCONT')
    }
    await expect.poll(() => me(token).then(({ status }) => status), { timeout: 20_000 }).toBe(200)
  })

  test('that is stopped twice does not wait for work in the background', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'pinmark-main-'))
    const database = await openDatabase({ dataDir: folder, onProgress: () => undefined })
    const { server, port } = await givenServer({ MONGODB_URI: database.uri })
    const { db, close } = await openForUpkeep(database.uri, 'test')
    // Every write of the background work now waits.
    await db.admin().command({ fsync: 1, lock: true })
    try {
      await new Promise((resolve) => setTimeout(resolve, 1_500))
      server.child.kill('SIGTERM')
      // Two signals may arrive as one.
      await refusal(port)
      server.child.kill('SIGTERM')

      // Otherwise it waits 15 seconds for that work.
      await expect.poll(() => server.child.exitCode, { timeout: 12_000 }).toBe(0)
    } finally {
      await db.admin().command({ fsyncUnlock: 1 })
      await close()
      await server.ended()
      await database.stop()
      await rm(folder, { recursive: true, force: true })
    }
  })

  test('ends when its output has no reader and its database cannot be restarted', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'pinmark-main-'))
    const { server, url } = await givenServer({ DATA_DIR: folder })
    server.child.stdout?.destroy()
    server.child.stderr?.destroy()
    process.kill(Number(await readFile(join(folder, 'db', 'mongod.lock'), 'utf8')), 'SIGKILL')
    // The database may be started once more, and write into the folder meanwhile.
    await rm(folder, { recursive: true, maxRetries: 10, retryDelay: 200 })
    await expect.poll(() => fetch(`${url}/readyz`).then(({ status }) => status)).toBe(503)
    expect((await fetch(`${url}/healthz`)).status).toBe(200)
    expect(await server.stop()).not.toBeNull()
  })

  test.each([['lost'], ['emptied']])('whose database folder was %s refuses to start empty', async (how) => {
    const folder = await mkdtemp(join(tmpdir(), 'pinmark-main-'))
    await (await givenServer({ DATA_DIR: folder })).server.stop()
    await rm(join(folder, 'db'), { recursive: true })
    if (how === 'emptied') await mkdir(join(folder, 'db'))

    const program = startProgram('main', { PORT: '0', DATA_DIR: folder })

    expect(await program.ended()).toBe(1)
    expect(program.output).toContain('whose database is missing')
    expect(program.output).toContain('npm run restore')
    // A command must not create an empty database: the next start would take it for the lost one.
    for (const [command, ...args] of [
      ['backup', join(folder, 'a.backup')],
      ['account', 'list'],
      ['restore', '--cancel'],
      ['doctor'],
    ] as const) {
      const beside = startProgram(command, { PORT: '0', DATA_DIR: folder }, args)
      expect(await beside.ended()).toBe(1)
      expect(beside.output).toContain('whose database is missing')
    }
    await rm(folder, { recursive: true })
  })

  test('that was never started has nothing to back up, and a command leaves no trace of it', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'pinmark-main-'))
    for (const [command, ...args] of [
      ['backup', join(folder, 'a.backup')],
      ['account', 'list'],
    ] as const) {
      const program = startProgram(command, { DATA_DIR: join(folder, 'data') }, args)
      expect(await program.ended()).toBe(1)
      expect(program.output).toContain(`The data folder ${join(folder, 'data')} does not contain a database.`)
    }
    expect(await readdir(folder)).toEqual([])
    await rm(folder, { recursive: true })
  })

  test('whose first start found no database program starts empty the next time', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'pinmark-main-'))
    const failed = startProgram('main', { PORT: '0', DATA_DIR: folder, MONGOD_PATH: '/nowhere/mongod' })
    expect(await failed.ended()).toBe(1)

    const { server } = await givenServer({ DATA_DIR: folder })

    await server.stop()
    await rm(folder, { recursive: true })
  })

  test('with a wrong pepper refuses to start, because no one could log in', async () => {
    await (await givenServer()).server.stop()
    const env = { PORT: '0', DATA_DIR: dataDir, PASSWORD_PEPPER: 'T7-vX8kQ2zR7mN4tB9wL5cJ1hF6dS3gA' }
    const program = startProgram('main', { ...env, PINMARK_RUN_BY: 'npx' })
    expect(await program.ended()).toBe(1)
    expect(program.output).toContain('another PASSWORD_PEPPER')
    expect(program.output).toContain('"npx pinmark reset-password --new-pepper"')
  })
})

describe('resetting a password', () => {
  const reset = async (...args: string[]) => {
    const program = startProgram('reset-password', { DATA_DIR: dataDir }, args)
    const code = await program.ended()
    return { code, output: program.output, password: /is: (\S+)/.exec(program.output)?.[1] ?? '' }
  }

  test('beside a running server sets a new one and ends every login', async () => {
    const { send, me } = await givenServer()
    await send('/users/register', { ...account, email: 'forgot@studio.test' })
    const token = await tokenFrom(await send('/users/login', { ...login, email: 'forgot@studio.test' }))

    const { code, password } = await reset(' Forgot@Studio.test ')

    expect(code).toBe(0)
    expect((await me(token)).status).toBe(401)
    expect((await send('/users/login', { email: 'forgot@studio.test', password })).status).toBe(200)
  })

  test('works without a server, and reports an unknown or missing address', async () => {
    const unknown = await reset('nobody@studio.test')
    expect(unknown).toMatchObject({
      code: 1,
      output: 'No account has the e-mail address nobody@studio.test.\n',
    })
    expect(await reset()).toMatchObject({ code: 1, output: 'Usage: npm run reset-password -- EMAIL\n' })
    expect(await reset('--all')).toMatchObject({ code: 1 })
  })

  test.each([
    ['the package', 'npx', 'npx pinmark reset-password EMAIL'],
    ['a container', 'container', 'node apps/api/dist/reset-password.js EMAIL'],
  ])('in %s says how to type it there', async (_what, PINMARK_RUN_BY, typed) => {
    const program = startProgram('reset-password', { DATA_DIR: dataDir, PINMARK_RUN_BY })
    expect(await program.ended()).toBe(1)
    expect(program.output).toBe(`Usage: ${typed}\n`)
  })
})
