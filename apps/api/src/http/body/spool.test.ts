import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { SharedPlaces } from '../../base/shared-places'
import { Spool } from './spool'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pinmark-spool-'))
})
afterAll(() => rm(folder, { recursive: true }))

const roomy = { freeBytes: () => 1_000, minFreeBytes: 100 }
const bytes = Buffer.alloc(200_000, 'pinmark')
const make = async () => bytes
const givenSpool = (room = roomy) =>
  new Spool({ folder, room, places: new SharedPlaces({ ofNetwork: 1, inAll: 2 }) })

/** Holds the bytes until they are read, at most until the test ends. */
async function hold(spool: Spool, network: string): Promise<AsyncIterator<Buffer>> {
  const pieces = (await spool.hold(network, make))[Symbol.asyncIterator]()
  onTestFinished(async () => void (await pieces.return?.()))
  return pieces
}

test('a held answer is read in pieces, completely, and leaves no file', async () => {
  const pieces: Buffer[] = []
  for await (const piece of await givenSpool().hold('office', make)) pieces.push(piece)

  expect(Buffer.concat(pieces).equals(bytes)).toBe(true)
  expect(pieces.length).toBeGreaterThan(1)
  expect(await readdir(folder)).toEqual([])
})

test('places are limited per network and in total, until their readers leave', async () => {
  const spool = givenSpool()
  const busy = { code: 'images_busy' }
  const first = await hold(spool, 'office')
  await expect(hold(spool, 'office')).rejects.toMatchObject(busy)
  await hold(spool, 'home')
  await expect(hold(spool, 'train')).rejects.toMatchObject(busy)

  // The reader leaves before a piece was read.
  await first.return?.()
  await first.return?.()

  await hold(spool, 'train')
  await expect(hold(spool, 'office')).rejects.toMatchObject(busy)
})

test('if all places are taken, the oldest of the network with the most is dropped', async () => {
  const spool = new Spool({ folder, room: roomy, places: new SharedPlaces({ ofNetwork: 3, inAll: 3 }) })
  const read = () => hold(spool, 'office')
  const [oldest, ...others] = [await read(), await read(), await read()]
  await oldest?.next()

  await hold(spool, 'home')
  await expect(oldest?.next()).rejects.toMatchObject({ code: 'images_busy' })
  await expect(others[0]?.next()).resolves.toMatchObject({ value: expect.any(Buffer) })
  // It has two now, and the next one would have as many as it keeps.
  await expect(hold(spool, 'home')).rejects.toMatchObject({ code: 'images_busy' })
  await hold(spool, 'train')
  await expect(hold(spool, 'bus')).rejects.toMatchObject({ code: 'images_busy' })
})

test('a place is freed if nothing is held', async () => {
  const spool = givenSpool()
  const failure = new Error('no picture')
  await expect(spool.hold('office', () => Promise.reject(failure))).rejects.toBe(failure)
  expect(await hold(spool, 'office')).toBeDefined()
})

test('a full disk holds nothing', async () => {
  const spool = givenSpool({ freeBytes: () => 99, minFreeBytes: 100 })
  await expect(hold(spool, 'office')).rejects.toMatchObject({ code: 'no_room_left' })
})
