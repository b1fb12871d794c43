import { randomBytes } from 'node:crypto'
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { startWebhookReceiver } from '@pinmark/testbed/webhook-receiver'
import { sessionSchema } from '@pinmark/shared/entities/user'
import mongoose from 'mongoose'
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test, vi } from 'vitest'
import { givenTestApp, sharedTestApp } from '../../../test/app-under-test'
import { givenComment, givenGuest, givenProject } from '../../../test/given-project'
import { givenImage } from '../../../test/given-image'
import { givenDelivery, givenWebhook } from '../../../test/given-webhook'
import type { Program } from '../../../test/build-programs'
import { startProgram } from '../../../test/own-process'
import { noisePng } from '../../../test/sample-images'
import { leaseCollection } from '../../mongo/migrations/migrate'
import { latestMigration } from '../../mongo/migrations/migration'
import { buildIndexes, openForUpkeep, type Upkeep } from '../../mongo/database'
import { openDatabase as openDatabaseIn } from '../../mongo/mongod/open-database'
import { isHistoryLost } from '../../mongo/raw-documents'
import { BackupWriter } from './backup-file'
import { listIndexes, stateDigest } from './format'
import { dumpDatabase } from './dump'
import { loadBackup } from './load'
import { checkBackup } from './read-backup'
import { markRestore, markRestoreIf, newProgramName, restorePhase } from './restore-marker'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const app = sharedTestApp()
let folder: string
const opened: Upkeep[] = []

beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'pinmark-backup-'))))
afterAll(async () => {
  for (const { db, close } of opened) {
    if (db.databaseName !== mongoose.connection.name) await db.dropDatabase()
    await close()
  }
  await rm(folder, { recursive: true, force: true })
})

const newName = () => `${mongoose.connection.name}-${randomBytes(4).toString('hex')}`
const uriOf = (name: string) => inject('mongodbUri').replace('/pinmark?', `/${name}?`)

async function openDatabase(name = newName()) {
  const upkeep = await openForUpkeep(inject('mongodbUri'), 'test', name)
  opened.push(upkeep)
  return { name, db: upkeep.db }
}

/** Runs a program on the database `name`, with a data folder of this test. */
async function run(program: Program, name: string, args: string[] = [], env: Record<string, string> = {}) {
  const started = startProgram(
    program,
    { MONGODB_URI: uriOf(name), DATA_DIR: join(folder, 'data'), ...env },
    args,
  )
  return { code: await started.ended(), output: started.output }
}

async function givenBackup(name: string): Promise<string> {
  const file = join(folder, `${randomBytes(4).toString('hex')}.pinmark`)
  expect(await run('backup', name, [file])).toMatchObject({ code: 0 })
  return file
}

/** A database with enough incompressible bytes that a program can be killed during its work. */
async function givenBulk(megabytes: number) {
  const { name, db } = await openDatabase()
  for (let at = 0; at < megabytes; at += 1) {
    await db.collection('images.chunks').insertMany(
      Array.from({ length: 4 }, (_, n) => ({
        files_id: new mongoose.mongo.ObjectId(),
        n,
        data: randomBytes(256 * 1024),
      })),
    )
  }
  return { name, db }
}

describe('a backup', () => {
  test('taken under load is one consistent state, and its restore is identical to the byte', async () => {
    const project = await givenImage(app.api, await noisePng(700, 500))
    const before = await Promise.all(
      Array.from({ length: 20 }, () => givenComment(app.api, project._id, {}, givenGuest())),
    )
    const over = new AbortController()
    let during = 0
    const writers = Array.from({ length: 4 }, async () => {
      while (!over.signal.aborted) {
        await givenComment(app.api, project._id)
        during += 1
      }
    })
    const file = await givenBackup(mongoose.connection.name)
    over.abort()
    await Promise.all(writers)
    expect(during).toBeGreaterThan(0)
    const target = await openDatabase()

    const restored = await run('restore', target.name, [file])

    expect(restored.output).toContain('Pinmark can be started.')
    const { state } = await checkBackup(file)
    expect(await stateDigest(target.db)).toEqual(state)
    expect(JSON.parse((await run('state-digest', target.name)).output)).toEqual(state)
    const comments = await target.db.collection('comments').find().toArray()
    expect(comments.map(({ publicId }) => publicId)).toEqual(
      expect.arrayContaining(before.map(({ _id }) => _id)),
    )
    // The counter is written first, so it is never behind the comments.
    const stored = await target.db.collection('projects').findOne({ publicId: project._id })
    expect(Math.max(...comments.map(({ number }) => Number(number)))).toBeLessThan(stored?.['nextNumber'])
    expect(state.collections['images.chunks']?.count).toBeGreaterThan(1)
  })

  test('has the same digest for the same data, and another one for changed data', async () => {
    const { db } = await openDatabase()
    await db.collection<{ _id: string }>('images').insertMany([{ _id: 'b' }, { _id: 'a' }])
    const first = await stateDigest(db)
    expect((await stateDigest(db)).state).toBe(first.state)

    await db.collection('images').createIndex({ owner: 1 })
    const withIndex = await stateDigest(db)
    await db.collection<{ _id: string }>('images').updateOne({ _id: 'a' }, { $set: { owner: 1 } })

    expect(new Set([first.state, withIndex.state, (await stateDigest(db)).state]).size).toBe(3)
  })

  test('keeps number types, empty fields and the order of fields', async () => {
    const { name, db } = await openDatabase()
    const { Int32, Double, Long, Timestamp } = mongoose.mongo.BSON
    await db.collection('projects').insertOne({
      z: new Int32(1),
      double: new Double(1),
      minusZero: new Double(-0),
      long: Long.fromString('9007199254740993'),
      bytes: randomBytes(10),
      when: new Date(1),
      time: new Timestamp({ t: 1, i: 2 }),
      nothing: null,
      list: [],
      a: { $set: 'a field that looks like an operator' },
      __proto__x: 'ß\u0000é',
    })
    const target = await openDatabase()
    await run('restore', target.name, [await givenBackup(name)])
    expect((await stateDigest(target.db)).state).toBe((await stateDigest(db)).state)
  })

  test('leaves out transient data, and rebuilds the indexes', async () => {
    const { db: source } = await openDatabase(mongoose.connection.name)
    await source.collection('presences').insertOne({ expiresAt: new Date(Date.now() + 60_000) })
    const file = await givenBackup(mongoose.connection.name)
    const target = await openDatabase()
    await run('restore', target.name, [file])

    const names = (await target.db.listCollections().toArray()).map(({ name }) => name)

    expect(names).toEqual(expect.arrayContaining(['users', 'comments', 'revokedTokens']))
    for (const passing of ['presences', 'rateWindows', 'loginDelays', 'migrationLease'])
      expect(names).not.toContain(passing)
    for (const name of ['comments', 'projects', 'users'])
      expect(await listIndexes(target.db, name)).toEqual(await listIndexes(source, name))
    // Every start does the same: it accepts each existing index only if its condition has the same type.
    await buildIndexes(target.db)
  })

  test('is readable by its owner only, and never overwrites a file of another kind', async () => {
    const file = await givenBackup(mongoose.connection.name)
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    const picture = join(folder, 'picture.png')
    await writeFile(picture, 'not ours')

    const refused = await run('backup', mongoose.connection.name, [picture])

    expect(refused).toMatchObject({
      code: 1,
      output: `${picture} exists already and is not a backup of Pinmark. Choose another name.\n`,
    })
    expect(await readFile(picture, 'utf8')).toBe('not ours')
    const nowhere = await run('backup', mongoose.connection.name, [join(folder, 'no', 'such.pinmark')])
    expect(nowhere).toMatchObject({
      code: 1,
      output: expect.stringMatching(/^such\.pinmark cannot be written in [^\n]+\n$/),
    })
  })

  test('that is killed leaves no file with its name', async () => {
    const { name } = await givenBulk(80)
    const place = await mkdtemp(join(folder, 'killed-'))
    const program = startProgram('backup', { MONGODB_URI: uriOf(name), DATA_DIR: join(folder, 'data') }, [
      join(place, 'a.pinmark'),
    ])
    let partial: string | undefined
    while (partial === undefined || (await stat(join(place, partial))).size < 1e6) {
      await pause(2)
      partial = (await readdir(place)).find((file) => file.endsWith('.partial'))
      if (program.child.exitCode !== null) throw new Error('It was too quick to be killed.')
    }
    program.child.kill('SIGKILL')
    await program.ended()

    expect(await readdir(place)).toEqual([partial])
    await expect(checkBackup(join(place, partial))).rejects.toThrow(/is incomplete/)
  })

  test('fails if it takes longer than the history of the database', async () => {
    const { db } = await givenBulk(20)
    const admin = db.client.db('admin')
    const parameter = 'minSnapshotHistoryWindowInSeconds'
    const before = (await admin.command({ getParameter: 1, [parameter]: 1 }))[parameter]
    await admin.command({ setParameter: 1, [parameter]: 1 })
    const slow = await BackupWriter.begin({
      write: async (bytes) => {
        // Time passes, and the database goes on.
        if (bytes.length > 1e5) await pause(300)
        await db.collection('elsewhere').insertOne({ at: new Date() })
      },
      finish: async () => {},
      abandon: async () => {},
    })
    try {
      const options = { version: 'test', pepper: null, signal: new AbortController().signal }
      const error: unknown = await dumpDatabase(db, slow, options).then(
        () => null,
        (thrown: unknown) => thrown,
      )
      expect(isHistoryLost(error)).toBe(true)
    } finally {
      await admin.command({ setParameter: 1, [parameter]: before })
    }
  })
})

describe('a backup of an embedded database', () => {
  const parameter = 'minSnapshotHistoryWindowInSeconds'

  /** The database of a Pinmark that was killed, as an earlier backup that was killed left it. */
  async function givenLeftDatabase() {
    const dataDir = await mkdtemp(join(folder, 'left-'))
    const holder = startProgram('hold-database', {}, [dataDir])
    await holder.says(/open mongodb:\S+\n/)
    const uri = /open (\S+)/.exec(holder.output)?.[1] ?? ''
    const { db, close } = await openForUpkeep(uri, 'test')
    const admin = db.client.db('admin')
    const history = async () => (await admin.command({ getParameter: 1, [parameter]: 1 }))[parameter]
    await admin.command({ setParameter: 1, [parameter]: 21_600 })
    holder.child.kill('SIGKILL')
    await holder.ended()
    onTestFinished(async () => {
      await close()
      const database = await openDatabaseIn({ dataDir, onProgress: () => undefined })
      await database.stop()
    })
    const backup = async () => {
      const program = startProgram('backup', { DATA_DIR: dataDir }, [join(dataDir, 'a.pinmark')])
      return { code: await program.ended(), output: program.output }
    }
    return { dataDir, uri, history, backup }
  }

  test('is refused while another one is made, and ends with the usual history', async () => {
    const { uri, history, backup } = await givenLeftDatabase()
    const other = await openForUpkeep(uri, newProgramName('backup'))

    expect(await backup()).toEqual({
      code: 1,
      output: 'Another backup of this database is being made. Try again when it is complete.\n',
    })
    expect(await history()).toBe(21_600)
    await other.close()

    expect(await backup()).toMatchObject({ code: 0 })
    expect(await history()).toBe(10)
  })

  test('that was killed leaves its long history only until the next start of the server', async () => {
    const { dataDir, history } = await givenLeftDatabase()

    const server = startProgram('main', { DATA_DIR: dataDir, PORT: '0', HOST: '127.0.0.1' })
    await server.says('Pinmark is running')

    expect(await history()).toBe(10)
    expect(await server.stop()).toBe(0)
  })
})

describe('a restore refuses, with one sentence and before it changes anything,', () => {
  let file: string
  let bytes: Buffer
  let random = 7

  beforeAll(async () => {
    await givenProject(app.api)
    file = await givenBackup(mongoose.connection.name)
    bytes = await readFile(file)
  })

  const changed = async (change: (copy: Buffer) => Buffer) => {
    const path = join(folder, 'changed.pinmark')
    await writeFile(path, change(Buffer.from(bytes)))
    return path
  }
  const next = (below: number) => {
    random = (random * 48_271) % 2_147_483_647
    return random % below
  }

  test('a file that is truncated anywhere', async () => {
    const lengths = [0, 1, 14, 16, 17, 20, bytes.length - 33, bytes.length - 32, bytes.length - 1]
    for (const length of [...lengths, ...Array.from({ length: 60 }, () => next(bytes.length))]) {
      const path = await changed((copy) => copy.subarray(0, length))
      await expect(checkBackup(path), `${length} bytes`).rejects.toThrow(/(incomplete|not a backup).*\.$/)
    }
  })

  test('a file with any single bit flipped', async () => {
    for (let tries = 0; tries < 200; tries += 1) {
      const at = tries < 60 ? tries : next(bytes.length)
      const path = await changed((copy) => {
        copy[at] = (copy[at] ?? 0) ^ (1 << next(8))
        return copy
      })
      await expect(checkBackup(path), `byte ${at}`).rejects.toThrow(
        /(damaged|incomplete|not a backup|newer).*\.$/,
      )
    }
  })

  test.each<[string, (copy: Buffer) => Buffer, RegExp]>([
    [
      'with something after its end',
      (copy) => Buffer.concat([copy, Buffer.from('x')]),
      /is damaged\. [^\n]+\n$/,
    ],
    [
      'of a newer format',
      (copy) => Buffer.concat([Buffer.from('pinmark-backup 2\n'), copy.subarray(17)]),
      /was made by a newer version of Pinmark\. [^\n]+\n$/,
    ],
    ['of another kind', () => randomBytes(5_000), /is not a backup of Pinmark\.\n$/],
    ['that is empty', () => Buffer.alloc(0), /is not a backup of Pinmark\.\n$/],
  ])('a file %s', async (_what, change, sentence) => {
    const { name, db } = await openDatabase()
    const refused = await run('restore', name, [await changed(change), '--replace'])
    expect(refused.code).toBe(1)
    expect(refused.output).toMatch(sentence)
    expect(await db.listCollections().toArray()).toEqual([])
  })

  test('data of a newer version', async () => {
    const { name, db } = await openDatabase()
    await db.collection<{ _id: number }>('migrations').insertOne({ _id: latestMigration + 1 })
    const newer = await givenBackup(name)
    const target = await openDatabase()
    const refused = await run('restore', target.name, [newer])
    expect(refused.output).toMatch(/This backup was made by a newer version of Pinmark\. [^\n]+\n$/)
    expect(await target.db.listCollections().toArray()).toEqual([])
  })

  test('an instance that contains data, unless it may be replaced', async () => {
    const target = await openDatabase()
    await run('restore', target.name, [file])
    await target.db.collection('comments').insertOne({ text: 'new since then' })
    const before = await stateDigest(target.db)

    expect((await run('restore', target.name, [file])).output).toMatch(
      /contains data already\. Add --replace [^\n]+\n$/,
    )
    expect(await stateDigest(target.db)).toEqual(before)

    expect(await run('restore', target.name, [file, '--replace'])).toMatchObject({ code: 0 })
    expect(await stateDigest(target.db)).toEqual((await checkBackup(file)).state)
  })

  test('an instance that a server is using', async () => {
    const refused = await run('restore', mongoose.connection.name, [file, '--replace'])
    expect(refused).toMatchObject({
      code: 1,
      output: expect.stringContaining('A Pinmark is connected to this database. Stop it, then restore.'),
    })
    const { db } = await openDatabase(mongoose.connection.name)
    expect(await restorePhase(db)).toBeNull()
  })

  test('unknown arguments', async () => {
    for (const args of [[], ['a', 'b'], ['--force', 'a'], ['a', '--cancel']])
      expect((await run('restore', newName(), args)).output).toMatch(/^Usage: /)
    for (const args of [[], ['a', 'b'], ['--all']])
      expect((await run('backup', newName(), args)).output).toMatch(/^Usage: /)
  })
})

describe('a server that starts while a restore begins', () => {
  test('finds the marker, because the restore is marked before it looks for servers', async () => {
    const { db } = await openDatabase()
    const refuse = async () => {
      expect(await restorePhase(db)).toBe('filling')
      throw new Error('refused')
    }
    await expect(markRestoreIf(db, refuse)).rejects.toThrow('refused')
    expect(await restorePhase(db)).toBeNull()

    await markRestoreIf(db, () => Promise.resolve())
    await expect(markRestoreIf(db, refuse)).rejects.toThrow('refused')
    expect(await restorePhase(db), 'the marker of the other restore').toBe('filling')
  })

  test('looks for the marker again after it has connected', async () => {
    const { name, db } = await openDatabase()
    // The server has passed its first check when it waits for this lease.
    const leases = db.collection<{ _id: string; fence: number; expiresAt: Date }>(leaseCollection)
    await leases.insertOne({ _id: 'lease', fence: 1, expiresAt: new Date(Date.now() + 600_000) })
    const server = startProgram('main', {
      ...{ MONGODB_URI: uriOf(name), DATA_DIR: join(folder, 'data'), PORT: '0', HOST: '127.0.0.1' },
    })
    onTestFinished(async () => void (await server.stop()))
    await server.says('Waiting for another process that migrates the database')

    await markRestore(db, 'filling')
    await leases.updateOne({ _id: 'lease' }, { $set: { expiresAt: new Date(0) } })

    await server.says(/A restore of this database is in progress|Pinmark is running/)
    expect(server.output).not.toContain('Pinmark is running')
    expect(await server.ended()).toBe(1)
  })
})

describe('a restore that is killed', () => {
  test('prevents the server from starting, and can be repeated or abandoned', async () => {
    const source = await givenBulk(60)
    const file = await givenBackup(source.name)
    const { name, db } = await openDatabase()
    const images = db.collection<{ _id: string }>('images')
    await images.insertOne({ _id: 'was here before' })
    const restoring = startProgram('restore', { MONGODB_URI: uriOf(name), DATA_DIR: join(folder, 'data') }, [
      file,
      '--replace',
    ])
    const filled = db.collection('restoring.images.chunks')
    while ((await filled.estimatedDocumentCount()) < 8) {
      if (restoring.child.exitCode !== null) throw new Error(`It ended:\n${restoring.output}`)
      await pause(5)
    }
    restoring.child.kill('SIGKILL')
    await restoring.ended()

    const start = await run('main', name, [], { PORT: '0' })
    expect(start.code).toBe(1)
    expect(start.output).toMatch(
      /^A restore of this database is in progress or was interrupted\. [^\n]+--cancel[^\n]+\n$/,
    )
    expect((await run('backup', name, [join(folder, 'half.pinmark')])).output).toContain('was interrupted')

    await vi.waitFor(async () => expect((await run('restore', name, ['--cancel'])).code).toBe(0), 20_000)
    expect(await images.find().toArray()).toEqual([{ _id: 'was here before' }])
    expect((await db.listCollections().toArray()).map((collection) => collection.name)).toEqual(
      expect.not.arrayContaining(['restoring.images.chunks']),
    )

    expect(await run('restore', name, [file, '--replace'])).toMatchObject({ code: 0 })
    expect(await stateDigest(db)).toEqual((await checkBackup(file)).state)
  })

  test('while old and new data were both present can only be repeated, and needs no confirmation for it', async () => {
    const file = await givenBackup(mongoose.connection.name)
    const { name, db } = await openDatabase()
    await db.collection('comments').insertOne({ text: 'half of it' })
    await markRestore(db, 'swapping')

    expect((await run('restore', name, ['--cancel'])).output).toContain('Run it again with the same file.')
    expect((await run('main', name, [], { PORT: '0' })).output).toMatch(/^A restore [^\n]+ again\.\n$/)
    expect(await run('restore', name, [file])).toMatchObject({ code: 0 })

    expect(await stateDigest(db)).toEqual((await checkBackup(file)).state)
  })

  test('while old and new data were both present, and again while it is repeated, cannot be abandoned', async () => {
    const file = await givenBackup(mongoose.connection.name)
    const { state } = await checkBackup(file)
    const { name, db } = await openDatabase()
    await markRestore(db, 'swapping')

    await expect(loadBackup(db, file, state, AbortSignal.abort())).rejects.toThrow(/abort/)

    expect(await run('restore', name, ['--cancel'])).toMatchObject({
      code: 1,
      output: expect.stringContaining('Run it again with the same file.'),
    })
  })
})

test('a restored instance with OUTBOX=off sends none of the messages that were waiting', async () => {
  const receiver = await startWebhookReceiver()
  onTestFinished(receiver.stop)
  const PASSWORD_PEPPER = randomBytes(48).toString('base64')
  const secrets = { ...app.config.secrets, pepper: PASSWORD_PEPPER }
  const { api } = await givenTestApp({ webhookAllowPrivate: true, secrets })
  const project = await givenProject(api)
  const address = receiver.newAddress()
  const webhook = await givenWebhook(api, project.owner, address)
  const id = await givenDelivery(webhook, project._id)
  const target = await openDatabase()
  const file = await givenBackup(mongoose.connection.name)
  expect(await run('restore', target.name, [file], { PASSWORD_PEPPER })).toMatchObject({ code: 0 })
  const start = async (env: Record<string, string>) => {
    const server = startProgram('main', {
      ...{ MONGODB_URI: uriOf(target.name), DATA_DIR: join(folder, 'data'), PORT: '0', HOST: '127.0.0.1' },
      ...{ WEBHOOK_ALLOW_PRIVATE: 'true', PASSWORD_PEPPER, ...env },
    })
    await server.says('Pinmark is running')
    return server
  }

  const trial = await start({ OUTBOX: 'off' })
  await pause(3_000)
  expect(await trial.stop()).toBe(0)
  const sentByTrial = receiver.at(address)
  const server = await start({})
  const sent = await receiver.reach(address, 1)
  expect(await server.stop()).toBe(0)

  expect(sentByTrial).toEqual([])
  expect(sent.map(({ headers }) => headers['webhook-id'])).toEqual([id])
})

test('an embedded instance moves between data folders, with the pepper checked and without its logins', async () => {
  const [one, other] = [join(folder, 'one'), join(folder, 'other')]
  const server = startProgram('main', { DATA_DIR: one, PORT: '0', HOST: '127.0.0.1' })
  await server.says('Pinmark is running')
  const url = /http:\/\/[\w.]+:\d+/.exec(server.output)?.[0] ?? ''
  const account = { name: 'Mara Hald', email: 'mara@studio.test', password: 'a quiet light table' }
  const send = (base: string, path: string) =>
    fetch(base + path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(account),
    })
  expect((await send(url, '/users/register')).status).toBe(201)
  const { token } = sessionSchema.parse(await (await send(url, '/users/login')).json())
  const readMe = (base: string) =>
    fetch(`${base}/users/me`, { headers: { Authorization: `Bearer ${token}` } })
  expect((await readMe(url)).status).toBe(200)
  const file = join(folder, 'embedded.pinmark')
  const embedded = async (program: Program, dataDir: string, args: string[]) => {
    const started = startProgram(program, { DATA_DIR: dataDir }, args)
    return { code: await started.ended(), output: started.output }
  }

  expect(await embedded('backup', one, [file])).toMatchObject({ code: 0 })
  const inUse = await embedded('restore', one, [file, '--replace'])
  expect(inUse.output).toMatch(/The data folder .* is in use by another Pinmark/)
  expect(await server.stop()).toBe(0)

  const otherPepper = await embedded('restore', other, [file])
  expect(otherPepper.output).toMatch(/another PASSWORD_PEPPER\. [^\n]+ --lost-pepper, [^\n]+\n$/)
  await mkdir(other, { recursive: true })
  for (const name of ['password-pepper', 'jwt-secret']) await copyFile(join(one, name), join(other, name))
  expect(await embedded('restore', other, [file])).toMatchObject({
    code: 0,
    output: expect.stringMatching(/Every login ends .* as old as the backup: links, their passwords/),
  })

  const again = startProgram('main', { DATA_DIR: other, PORT: '0', HOST: '127.0.0.1' })
  await again.says('Pinmark is running')
  const restored = /http:\/\/[\w.]+:\d+/.exec(again.output)?.[0] ?? ''
  expect((await readMe(restored)).status).toBe(401)
  const login = await send(restored, '/users/login')
  expect(login.status).toBe(200)
  expect(await again.stop()).toBe(0)
})
