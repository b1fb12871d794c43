import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { listenOnFreePort } from './free-port'
import { Instance } from './instance'
import { descendants, openSockets, unexplainedSockets } from './open-sockets'
import { drawDesign } from './test-image'

/** Reports on standard error whenever this process opens a connection, even a failed one. */
const reporter = `
import channels from 'node:diagnostics_channel'
import dns from 'node:dns'
import { Socket } from 'node:net'
import { syncBuiltinESMExports } from 'node:module'
const say = (what) => process.stderr.write('reached out ' + JSON.stringify(what) + '\\n')
const connect = Socket.prototype.connect
Socket.prototype.connect = function (...args) {
  const [first] = Array.isArray(args[0]) ? args[0] : args
  say({ host: first?.host ?? first?.path, port: first?.port })
  return connect.apply(this, args)
}
channels.subscribe('udp.socket', () => say({ host: 'udp' }))
const lookup = dns.lookup
dns.lookup = (name, ...rest) => { say({ host: name, port: 'dns' }); return lookup(name, ...rest) }
syncBuiltinESMExports()
`
const nodeOptions = ['--import', `data:text/javascript,${encodeURIComponent(reporter)}`]
const reachedOut = (output: string) =>
  [...output.matchAll(/reached out (\{.*\})/g)].map(([, text = '']) => JSON.parse(text))

// Only Linux lists the sockets of a process.
describe.runIf(process.platform === 'linux')('a running server', () => {
  test(
    'opens no socket to a network except its port, and neither does its database',
    { timeout: 120_000 },
    async () => {
      const dataDir = await mkdtemp(join(tmpdir(), 'pinmark-sockets-'))
      const instance = await (await Instance.on({ dataDir, nodeOptions })).start()
      const seen = new Map<
        string,
        { protocol: string; local: string; remote: string; isListening: boolean }
      >()
      const stop = new AbortController()
      const watching = watch(instance.pid, stop.signal, (socket) => seen.set(JSON.stringify(socket), socket))
      const mongodPid = Number(await readFile(join(dataDir, 'db', 'mongod.lock'), 'utf8'))
      try {
        await useEverything(instance.url)
        await expect.poll(() => unexplainedSockets(instance.pid)).toBe(0)
        expect(await openSockets(mongodPid)).toEqual([])
        await expect.poll(() => unexplainedSockets(mongodPid)).toBe(0)
      } finally {
        stop.abort()
        await watching
        await instance.end()
      }
      await rm(dataDir, { recursive: true })

      const own = `:${instance.port}`
      const listening = [...seen.values()].filter(({ isListening }) => isListening)
      expect(listening.map(({ local }) => local)).toEqual([`127.0.0.1${own}`])
      const others = [...seen.values()].filter(
        ({ local, isListening }) => !isListening && !local.endsWith(own),
      )
      expect(others).toEqual([])
      const asked = reachedOut(instance.output)
      expect(asked.length).toBeGreaterThan(1)
      const database = join(dataDir, 'socket', 'mongod.sock')
      // An address of numbers is looked up too, by the program itself; and before the server opens its port, it checks that
      // no other program listens there.
      const isOwn = (to: { host?: string; port?: unknown }) =>
        to.host === '127.0.0.1' && (to.port === 'dns' || to.port === instance.port)
      expect(asked.filter((to) => to.host !== database && !isOwn(to))).toEqual([])
    },
  )

  test('would be detected if it did', { timeout: 30_000 }, async () => {
    const elsewhere = createServer()
    const port = await listenOnFreePort(elsewhere)
    const program = `
      import { connect } from 'node:net'
      import { createSocket } from 'node:dgram'
      import { lookup } from 'node:dns'
      connect(${port}, '127.0.0.1').on('error', () => {})
      connect(1, '127.0.0.1').on('error', () => {})
      createSocket('udp4').bind(0, '127.0.0.1')
      lookup('localhost', () => {})
      setInterval(() => {}, 1000)`
    const child = spawn(process.execPath, [...nodeOptions, '--input-type=module', '--eval', program], {
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let output = ''
    child.stderr.on('data', (chunk) => (output += String(chunk)))

    await expect
      .poll(
        async () =>
          (await openSockets(child.pid ?? 0)).map(({ protocol, remote }) => `${protocol} ${remote}`),
        { timeout: 10_000 },
      )
      .toEqual(expect.arrayContaining([`tcp 127.0.0.1:${port}`, 'udp 0.0.0.0:0']))
    await expect
      .poll(
        () =>
          reachedOut(output)
            .map(({ host, port: to }) => `${host} ${to}`)
            .toSorted(),
        { timeout: 10_000 },
      )
      .toEqual(expect.arrayContaining(['127.0.0.1 1', `127.0.0.1 ${port}`, 'localhost dns', 'udp undefined']))

    child.kill()
    await once(child, 'close')
    elsewhere.close()
  })
})

/** Checks the server and every process that it started, except its database. */
async function watch(
  pid: number,
  signal: AbortSignal,
  onSocket: (socket: Awaited<ReturnType<typeof openSockets>>[number]) => void,
): Promise<void> {
  while (!signal.aborted) {
    for (const process of [pid, ...(await descendants(pid))]) {
      const command = await readFile(`/proc/${process}/comm`, 'utf8').catch(() => '')
      if (command.startsWith('mongod')) continue
      for (const socket of await openSockets(process)) onSocket(socket)
    }
    await pause(5)
  }
}

/** An account, an image, comments, a page, a stream: everything that might open a connection, once. */
async function useEverything(url: string): Promise<void> {
  const send = (path: string, body: object, headers: Record<string, string> = {}) =>
    fetch(url + path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
  const account = { name: 'Mara Hald', email: 'mara@studio.test', password: 'a quiet light table' }
  expect((await send('/users/register', account)).status).toBe(201)
  const session: { token: string } = await (await send('/users/login', account)).json()
  const headers = { Authorization: `Bearer ${session.token}` }
  const form = new FormData()
  form.set('name', 'Landing page')
  form.set(
    'image',
    new Blob(
      [new Uint8Array((await drawDesign({ width: 300, height: 200, marker: { x: 50, y: 50 } })).buffer)],
      { type: 'image/png' },
    ),
    'design.png',
  )
  const created = await fetch(`${url}/projects`, { method: 'POST', headers, body: form })
  expect(created.status).toBe(201)
  const project: { _id: string } = await created.json()
  const leaving = new AbortController()
  const stream = await fetch(`${url}/projects/${project._id}/events`, { signal: leaving.signal })
  expect(stream.status).toBe(200)
  const comment = { commenter: 'Ana Ruiz', text: 'See https://example.com/calm', x: 1, y: 1 }
  expect((await send(`/comment/add/${project._id}`, comment)).status).toBe(201)
  for (const path of ['/', `/project/${project._id}`, '/docs', '/openapi.json', '/readyz', '/nothing/here'])
    await (await fetch(url + path, { headers: { Accept: 'text/html' } })).arrayBuffer()
  leaving.abort()
}
