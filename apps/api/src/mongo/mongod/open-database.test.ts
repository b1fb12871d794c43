import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import mongoose from 'mongoose'
import { expect, test as base, vi } from 'vitest'
import { startProgram } from '../../../test/own-process'
import { cacheDir, findMongod } from './find-mongod'
import { runEmbeddedMongod } from './embedded-mongod'
import { freePort } from './node-address'
import { mongodFiles } from './kept-files'
import { launchMongod } from './launch'
import { attachDatabase, openDatabase, type OpenDatabase } from './open-database'
import { identifyProcess } from './processes'

interface Folder {
  dataDir: string
  /** The reported progress. */
  lines: string[]
  onProgress: (line: string) => void
  /** Opens the folder's database until the end of the test. */
  open: () => Promise<OpenDatabase>
  atTheEnd: (clean: () => Promise<unknown>) => void
}

// Most of the time goes by waiting for the disk, so the tests run side by side.
const test = base.extend<{ folder: Folder }>({
  // oxlint-disable-next-line no-empty-pattern -- the shape that vitest asks for
  folder: async ({}, provide) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'pinmark-mongod-'))
    const lines: string[] = []
    const endings: (() => Promise<unknown>)[] = [() => rm(dataDir, { recursive: true, force: true })]
    const onProgress = (line: string) => void lines.push(line)
    const atTheEnd = (clean: () => Promise<unknown>) => void endings.push(clean)
    const open = async () => {
      const database = await openDatabase({ dataDir, onProgress })
      atTheEnd(() => database.stop())
      return database
    }
    await provide({ dataDir, lines, onProgress, open, atTheEnd })
    for (const clean of endings.toReversed()) await clean()
  },
})

async function write(uri: string, text: string): Promise<void> {
  await withNotes(uri, (notes) =>
    notes.insertOne({ text }, { writeConcern: { w: 'majority', journal: true } }),
  )
}

async function read(uri: string): Promise<unknown[]> {
  return withNotes(uri, (notes) => notes.distinct('text'))
}

async function withNotes<T>(uri: string, work: (notes: mongoose.mongo.Collection) => Promise<T>): Promise<T> {
  const client = new mongoose.mongo.MongoClient(uri)
  try {
    return await work(client.db().collection('notes'))
  } finally {
    await client.close()
  }
}

/** Takes a port, also while a short connection of another program holds it.
 *  @returns a function that releases it */
async function squatOn(port: number): Promise<() => Promise<unknown>> {
  for (;;) {
    const squatter = createServer((socket) => socket.destroy()).listen(port, '127.0.0.1')
    try {
      await once(squatter, 'listening')
      return async () => squatter.close()
    } catch (error) {
      if (!(error instanceof Error) || !('code' in error) || error.code !== 'EADDRINUSE') throw error
      await setTimeout(100)
    }
  }
}

async function mongodPid(dataDir: string): Promise<number> {
  return Number(await readFile(join(dataDir, 'db', 'mongod.lock'), 'utf8'))
}

/** A separate Pinmark, as far as its data folder is concerned. */
async function startHolder(dataDir: string): Promise<ChildProcess> {
  const holder = startProgram('hold-database', {}, [dataDir])
  await holder.says('open mongodb://')
  return holder.child
}

test.concurrent('data survives a stop and a start, at the same address', async ({
  folder: { dataDir, onProgress, open },
}) => {
  const first = await openDatabase({ dataDir, onProgress })
  await write(first.uri, 'kept')
  await first.stop()

  const second = await open()

  expect(second.uri).toBe(first.uri)
  expect(await read(second.uri)).toEqual(['kept'])
})

test.concurrent('others cannot read the key, the password or the files', async ({
  folder: { dataDir, open },
}) => {
  await open()

  const modes = await Promise.all(
    ['mongod.key', 'mongod.password', 'db'].map(
      async (name) => (await stat(join(dataDir, name))).mode & 0o777,
    ),
  )

  expect(modes).toEqual([0o600, 0o600, 0o700])
})

test.concurrent('a connection without the password is refused', async ({ folder: { open } }) => {
  const { uri } = await open()

  const intrusion = read(uri.replace(/\/\/.*@/, '//').replace('&authSource=admin', ''))

  await expect(intrusion).rejects.toThrow(/requires authentication/)
})

test.concurrent('a second start with the same data folder is refused and does no harm', async ({
  folder: { dataDir, onProgress, open },
}) => {
  const { uri } = await open()

  const second = openDatabase({ dataDir, onProgress })

  await expect(second).rejects.toThrow(`in use by another Pinmark (process ${process.pid}). Stop that one`)
  await write(uri, 'still here')
  expect(await read(uri)).toEqual(['still here'])
})

test.concurrent('a start from another container is refused and does no harm', async ({
  folder: { dataDir, onProgress, open },
}) => {
  const { uri } = await open()
  // In another container these numbers belong to no process.
  const lock = JSON.stringify({ pid: 999_999_999, began: 'elsewhere' })
  await writeFile(join(dataDir, 'pinmark.lock.2'), lock)
  await writeFile(join(dataDir, 'db', 'mongod.lock'), '999999999')

  const second = openDatabase({ dataDir, onProgress })

  await expect(second).rejects.toThrow(`The data in ${join(dataDir, 'db')} is in use by another program.`)
  expect(await readFile(join(dataDir, 'pinmark.lock.2'), 'utf8')).toBe(lock)
  await write(uri, 'still here')
  expect(await read(uri)).toEqual(['still here'])
})

test.concurrent('a mongod is not started at a socket that another one answers', async ({
  folder: { dataDir, atTheEnd },
}) => {
  const socket = join(dataDir, 'mongod.sock')
  const other = createServer().listen(socket)
  await once(other, 'listening')
  atTheEnd(async () => other.close())
  const files = mongodFiles(dataDir)

  const start = launchMongod({
    binary: process.execPath,
    files,
    node: { address: { socket }, password: '', key: '' },
  })

  await expect(start).rejects.toThrow('is in use by another program')
})

test.concurrent('a file in the place of the folder for the socket ends the start with a sentence', async ({
  folder: { dataDir, open },
}) => {
  const file = join(dataDir, 'socket')
  await writeFile(file, '')
  const start = open()
  await expect(start).rejects.toMatchObject({
    name: 'StartError',
    message: `${file} is not a folder. Delete it, so that Pinmark can create the folder.`,
  })
})

test.concurrent('of ten concurrent starts on a folder with a stale lock, one gets it', async ({
  folder: { dataDir, open },
}) => {
  await writeFile(join(dataDir, 'pinmark.lock'), JSON.stringify({ pid: 999_999_999, began: 'long ago' }))

  const starts = await Promise.allSettled(Array.from({ length: 10 }, () => open()))

  expect(starts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
}, 90_000)

test.concurrent.for<[string, () => Promise<object | null>]>([
  ['of a process that is gone', async () => ({ pid: 999_999_999, began: 'long ago' })],
  [
    'whose number another process got since',
    async () => ({ ...(await identifyProcess(process.pid)), began: 'before' }),
  ],
  ['that was cut off while it was written', async () => null],
])('a lock %s counts for nothing', async ([_, owner], { folder: { dataDir, open } }) => {
  await writeFile(join(dataDir, 'pinmark.lock'), JSON.stringify(await owner()).replace('null', '{"pid":'))

  const { uri } = await open()

  expect(await read(uri)).toEqual([])
})

test.concurrent('the space that an earlier version reserved is free again', async ({ folder }) => {
  const reserve = join(folder.dataDir, 'reserve')
  await writeFile(reserve, Buffer.alloc(1_000))

  await folder.open()

  await expect(stat(reserve)).rejects.toThrow('ENOENT')
})

test.concurrent('the database of a killed Pinmark is ended, and a new one continues with its data', async ({
  folder: { dataDir, open },
}) => {
  const holder = await startHolder(dataDir)
  const left = await mongodPid(dataDir)
  holder.kill('SIGKILL')
  await once(holder, 'exit')

  const { uri } = await open()

  expect(await identifyProcess(left)).toBeNull()
  expect(await mongodPid(dataDir)).not.toBe(left)
  await write(uri, 'continued')
  expect(await read(uri)).toEqual(['continued'])
})

test.concurrent('a database that dies is restarted by a mongod of the series that wrote its files', async ({
  folder: { dataDir, onProgress, atTheEnd },
}) => {
  const wanted: (string | null)[] = []
  const findBinary = (series: string | null) => {
    wanted.push(series)
    return findMongod({ mongodPath: undefined, cacheDir: cacheDir(), series, onProgress })
  }
  await (await runEmbeddedMongod({ dataDir, findBinary, onProgress })).stop()
  const database = await runEmbeddedMongod({ dataDir, findBinary, onProgress })
  atTheEnd(() => database.stop())

  process.kill(await mongodPid(dataDir), 'SIGKILL')

  // For a moment it is not primary yet.
  await vi.waitFor(() => write(database.uri, 'after the crash'), { timeout: 30_000, interval: 100 })
  expect(wanted).toEqual([null, expect.stringMatching(/^\d+\.\d+$/)])
})

test.concurrent('a database that dies is restarted at the same address without data loss', async ({
  folder: { dataDir, lines, open },
}) => {
  const { uri } = await open()
  await write(uri, 'before')
  const killed = await mongodPid(dataDir)

  process.kill(killed, 'SIGKILL')

  // For a moment it is not primary yet. The server then answers 503, and its clients retry.
  await vi.waitFor(() => write(uri, 'after'), { timeout: 30_000, interval: 100 })
  expect(await read(uri)).toEqual(['after', 'before'])
  expect(await mongodPid(dataDir)).not.toBe(killed)
  expect(lines).toContain('The database ended unexpectedly and will be restarted.')
})

test.concurrent('if the path is too long for a socket it listens on loopback, on another port if its port is taken', async ({
  folder: { dataDir: parent, onProgress, atTheEnd },
}) => {
  const dataDir = join(parent, 'so-long-a-name-that-no-socket-can-have-it'.repeat(2))
  const first = await openDatabase({ dataDir, onProgress })
  expect(new URL(first.uri).hostname).toBe('127.0.0.1')
  await write(first.uri, 'kept')
  await first.stop()
  atTheEnd(await squatOn(Number(new URL(first.uri).port)))

  const second = await openDatabase({ dataDir, onProgress })
  atTheEnd(() => second.stop())

  expect(new URL(second.uri).port).not.toBe(new URL(first.uri).port)
  expect(await read(second.uri)).toEqual(['kept'])
})

test.concurrent('a moved data folder serves the same data from its new place', async ({
  folder: { dataDir: parent, onProgress, atTheEnd },
}) => {
  const first = await openDatabase({ dataDir: join(parent, 'before'), onProgress })
  await write(first.uri, 'kept')
  await first.stop()
  await rename(join(parent, 'before'), join(parent, 'After'))

  const second = await openDatabase({ dataDir: join(parent, 'After'), onProgress })
  atTheEnd(() => second.stop())

  expect(await read(second.uri)).toEqual(['kept'])
})

test.concurrent('a damaged or readable key file is repaired', async ({
  folder: { dataDir, onProgress, open },
}) => {
  const first = await openDatabase({ dataDir, onProgress })
  await write(first.uri, 'kept')
  await first.stop()
  await writeFile(join(dataDir, 'mongod.key'), 'short')
  await chmod(join(dataDir, 'mongod.key'), 0o644)

  const second = await open()

  expect(await read(second.uri)).toEqual(['kept'])
})

test.concurrent.for<[string, string | null]>([
  ['damaged', 'oops'],
  ['another one', '0'.repeat(48)],
  ['lost', null],
])(
  'a password that is %s is replaced, also in a moved data folder',
  async ([_, text], { folder: { dataDir: parent, onProgress, atTheEnd } }) => {
    const moved = join(parent, 'after')
    const first = await openDatabase({ dataDir: join(parent, 'before'), onProgress })
    await write(first.uri, 'kept')
    await first.stop()
    await rename(join(parent, 'before'), moved)
    await (text === null
      ? rm(join(moved, 'mongod.password'))
      : writeFile(join(moved, 'mongod.password'), text))

    const second = await openDatabase({ dataDir: moved, onProgress })
    atTheEnd(() => second.stop())

    expect(await read(second.uri)).toEqual(['kept'])
  },
)

test.concurrent('a data folder that is a file is refused with one sentence', async ({
  folder: { dataDir, onProgress },
}) => {
  const file = join(dataDir, 'file')
  await writeFile(file, '')

  const start = openDatabase({ dataDir: file, onProgress })

  await expect(start).rejects.toThrow(`The data folder ${file} cannot be written. Set DATA_DIR`)
})

test.concurrent('a MONGOD_PATH that is not a mongod is refused with one sentence', async ({
  folder: { dataDir, onProgress },
}) => {
  const start = openDatabase({ dataDir, mongodPath: process.execPath, onProgress })

  await expect(start).rejects.toThrow('which is not a mongod 6.0 or newer')
})

test.concurrent('a command beside the server uses its database and leaves it running', async ({
  folder: { dataDir, onProgress, open },
}) => {
  const { uri } = await open()

  const tool = await attachDatabase({ dataDir, onProgress })
  await write(tool.uri, 'by the tool')
  await tool.stop()

  expect(await read(uri)).toEqual(['by the tool'])
})

test.concurrent('a command waits for a database that the server restarts', async ({
  folder: { dataDir, onProgress, open },
}) => {
  const { uri } = await open()
  const pid = await mongodPid(dataDir)
  process.kill(pid, 'SIGKILL')
  await expect.poll(() => identifyProcess(pid)).toBeNull()

  const tool = await attachDatabase({ dataDir, onProgress })

  expect(tool.uri).toBe(uri)
  expect(await mongodPid(dataDir)).not.toBe(pid)
  await tool.stop()
})

test.concurrent('a command without a server starts the database temporarily', async ({
  folder: { dataDir, onProgress },
}) => {
  const tool = await attachDatabase({ dataDir, onProgress })
  const pid = await mongodPid(dataDir)
  await write(tool.uri, 'alone')
  await tool.stop()

  expect(await identifyProcess(pid)).toBeNull()
})

test.concurrent('a MONGODB_URI without an answer is refused with one sentence', async ({
  folder: { dataDir, onProgress },
}) => {
  const mongodbUri = `mongodb://127.0.0.1:${await freePort(0)}/pinmark`

  const start = openDatabase({ dataDir, mongodbUri, onProgress })

  await expect(start).rejects.toMatchObject({
    name: 'StartError',
    message: expect.stringContaining('MONGODB_URI does not answer'),
  })
})

test.concurrent('a MONGODB_URI with a wrong password is refused without repeating it', async ({
  folder: { dataDir, onProgress, open },
}) => {
  const { uri } = await open()
  const mongodbUri = uri.replace(/:[0-9a-f]{48}@/, ':not-the-password@')

  const start = openDatabase({ dataDir, mongodbUri, onProgress })

  await expect(start).rejects.toThrow(/refuses the login/)
  await expect(start).rejects.not.toThrow(/not-the-password/)
})

test.concurrent('an invalid address is refused with one sentence', async ({
  folder: { dataDir, onProgress },
}) => {
  const start = openDatabase({ dataDir, mongodbUri: 'mongodb://a:b@c@d/x', onProgress })

  await expect(start).rejects.toThrow('MONGODB_URI is not a MongoDB address')
})

test.concurrent('a user who may not write the database is refused with the role to give', async ({
  folder: { dataDir, onProgress, open },
}) => {
  const { uri } = await open()
  const client = new mongoose.mongo.MongoClient(uri)
  await client
    .db('admin')
    .command({ createUser: 'ana', pwd: 'reads', roles: [{ role: 'read', db: 'pinmark' }] })
  await client.close()

  for (const login of ['', 'ana:reads@']) {
    const mongodbUri = uri.replace(/\/\/.*@/, `//${login}`).replace(login ? '' : '&authSource=admin', '')
    await expect(openDatabase({ dataDir, mongodbUri, onProgress })).rejects.toThrow(
      'does not let its user write the database "pinmark". Put a user into MONGODB_URI who has the role readWrite',
    )
  }
  await openDatabase({ dataDir, mongodbUri: uri, onProgress })
})

test.concurrent('a standalone MongoDB is refused with instructions to convert it', async ({
  folder: { dataDir, onProgress, atTheEnd },
}) => {
  const { path } = await findMongod({
    mongodPath: undefined,
    cacheDir: cacheDir(),
    series: null,
    onProgress,
  })
  const port = await freePort(0)
  const standalone = spawn(
    path,
    ['--dbpath', dataDir, '--port', String(port), '--bind_ip', '127.0.0.1', '--nounixsocket'],
    {
      stdio: 'ignore',
    },
  )
  atTheEnd(async () => {
    const ended = once(standalone, 'exit')
    standalone.kill('SIGKILL')
    await ended
  })
  await read(`mongodb://127.0.0.1:${port}/pinmark`)

  for (const options of ['', '?replicaSet=rs0']) {
    const start = openDatabase({
      dataDir,
      mongodbUri: `mongodb://127.0.0.1:${port}/pinmark${options}`,
      onProgress,
    })

    await expect(start).rejects.toThrow('is a standalone server. Restart it with --replSet rs0')
  }
})
