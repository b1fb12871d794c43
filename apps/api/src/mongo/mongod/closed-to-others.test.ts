import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import mongoose from 'mongoose'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { cacheDir, findMongod } from './find-mongod'
import { mongodFiles, prepareKey } from './kept-files'
import { argumentsFor } from './launch'
import {
  acceptsConnections,
  choosePort,
  memberHost,
  prepareSocket,
  uriHost,
  type NodeAddress,
} from './node-address'
import { openDatabase } from './open-database'
import { identifyProcess } from './processes'

let dataDir: string
const started: ChildProcess[] = []

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'pinmark-closed-'))
})
afterEach(async () => {
  for (const child of started.splice(0)) await end(child)
  await rm(dataDir, { recursive: true, force: true })
})

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}

async function mongod(args: readonly string[]): Promise<ChildProcess> {
  const options = { mongodPath: undefined, cacheDir: cacheDir(), series: null, onProgress: console.log }
  const child = spawn((await findMongod(options)).path, args, { stdio: 'ignore' })
  started.push(child)
  return child
}

/** Starts a node as in the very first start, and leaves it without a set and without a user. */
async function givenNewNode(address: NodeAddress, without?: string): Promise<void> {
  const files = mongodFiles(dataDir)
  await prepareKey(files)
  await mkdir(files.data, { recursive: true })
  const args = argumentsFor(files, address)
  await mongod(without === undefined ? args : args.toSpliced(args.indexOf(without) - 1, 2))
  while (!(await acceptsConnections(address))) await setTimeout(20)
}

/** The attack of another local account that is faster than Pinmark. */
async function makeFirstUser(address: NodeAddress): Promise<void> {
  const uri = `mongodb://${uriHost(address)}/?directConnection=true`
  const client = new mongoose.mongo.MongoClient(uri, { serverSelectionTimeoutMS: 5_000 })
  try {
    const admin = client.db('admin')
    const members = [{ _id: 0, host: memberHost(address) }]
    await admin.command({ replSetInitiate: { _id: 'pinmark', members } })
    while (!(await admin.command({ hello: 1 }))['isWritablePrimary']) await setTimeout(20)
    await admin.command({ createUser: 'intruder', pwd: 'x', roles: ['root'] })
  } finally {
    await client.close()
  }
}

const addresses: [string, () => Promise<NodeAddress | null>][] = [
  ['port', () => choosePort(0)],
  ...(process.platform === 'win32'
    ? []
    : [['socket', () => prepareSocket(dataDir)] satisfies [string, () => Promise<NodeAddress | null>]]),
]

describe.each(addresses)('a node without a user, at a %s', (_kind, choose) => {
  const chosen = async () => (await choose()) ?? Promise.reject(new Error('The path is too long.'))

  test('prevents others from creating the first one', async () => {
    const address = await chosen()
    await givenNewNode(address)

    await expect(makeFirstUser(address)).rejects.toThrow('requires authentication')
  })

  test('would allow it without its option', async () => {
    const address = await chosen()
    await givenNewNode(address, 'enableLocalhostAuthBypass=0')

    await expect(makeFirstUser(address)).resolves.toBeUndefined()
  })
})

describe.runIf(process.platform !== 'win32')('the socket of a running database', () => {
  test('is accessible to its owner only, even in an open data folder', async () => {
    await chmod(dataDir, 0o755)
    const database = await openDatabase({ dataDir, onProgress: console.log })
    const socket = join(dataDir, 'socket', 'mongod.sock')
    const modes = [await stat(socket), await stat(dirname(socket))].map(({ mode }) => mode & 0o777)
    await database.stop()

    expect(modes).toEqual([0o600, 0o700])
  })

  // A database of another account that listens at the usual place, /tmp/mongodb-27017.sock, would keep this one from starting.
  test('is the only one', async () => {
    const database = await openDatabase({ dataDir, onProgress: console.log })
    await database.stop()

    const lines = (await readFile(join(dataDir, 'mongod.log'), 'utf8')).split('\n')
    const places = lines.filter((line) => line.includes('"Listening on"'))
    expect(places).toHaveLength(1)
    expect(places[0]).toContain(`"address":"${join(dataDir, 'socket', 'mongod.sock')}"`)
  })

  // Only root can try it as another person.
  test.runIf(process.getuid?.() === 0)('cannot be reached from another account', async () => {
    await chmod(dataDir, 0o755)
    const database = await openDatabase({ dataDir, onProgress: console.log })
    const socket = join(dataDir, 'socket', 'mongod.sock')
    try {
      expect(await connectAsNobody(socket)).toBe('EACCES')
      await chmod(dirname(socket), 0o755)
      await chmod(socket, 0o666)
      expect(await connectAsNobody(socket)).toBe('connected')
    } finally {
      await database.stop()
    }
  })
})

async function connectAsNobody(socket: string): Promise<string> {
  const program = `
    process.setgid(65534)
    process.setuid(65534)
    const say = (text) => { console.log(text); process.exit() }
    require('node:net').connect(process.argv[1], () => say('connected')).on('error', ({ code }) => say(code))`
  const { stdout } = await promisify(execFile)(process.execPath, ['--eval', program, socket])
  return stdout.trim()
}

test('an unprotected database left running by an older Pinmark is restarted with protection', async () => {
  const first = await openDatabase({ dataDir, onProgress: console.log })
  await first.stop()
  const files = mongodFiles(dataDir)
  const port = await choosePort(0)
  const args = argumentsFor(files, port)
  const older = await mongod(args.toSpliced(args.indexOf('--networkMessageCompressors'), 2))
  while (!(await acceptsConnections(port))) await setTimeout(20)

  const second = await openDatabase({ dataDir, onProgress: console.log })
  try {
    expect(await identifyProcess(older.pid ?? 0)).toBeNull()
    expect(second.uri).toBe(first.uri)
  } finally {
    await second.stop()
  }
})
