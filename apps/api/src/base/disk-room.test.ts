import { statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { expect, test } from 'vitest'
import { pino } from 'pino'
import { connectedDatabase, createCollection } from '../mongo/database'
import { freeAtDatabase, freeOnDisk, hasRoom, watchDisk } from './disk-room'

test('there is room above the limit, and if the free space is unknown', () => {
  expect(hasRoom({ freeBytes: () => 100, minFreeBytes: 100 })).toBe(true)
  expect(hasRoom({ freeBytes: () => 99, minFreeBytes: 100 })).toBe(false)
  expect(hasRoom({ freeBytes: () => null, minFreeBytes: 100 })).toBe(true)
})

test('the free space of a folder and of a database is that of their disks', async () => {
  const { bsize, blocks } = await statfs(tmpdir())
  const db = connectedDatabase()
  expect(await freeAtDatabase(db)).toBeNull()
  await createCollection(db, 'something')
  for (const free of [await freeOnDisk(tmpdir()), await freeAtDatabase(db)]) {
    expect(free).toBeGreaterThan(0)
    // The database of the tests is on the same disk.
    expect(free).toBeLessThan(blocks * bsize)
  }
})

test('a change between full and free is reported once, and an unreadable disk keeps its last state', async () => {
  const lines: string[] = []
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) })
  let free: number | Error = 200
  const read = async () => {
    if (free instanceof Error) throw free
    return free
  }
  const room = await watchDisk({ read, minFreeBytes: 100, log })
  expect(room.freeBytes()).toBe(200)

  free = 50
  await expect.poll(() => hasRoom(room)).toBe(false)
  free = new Error('gone')
  await expect.poll(() => lines).toHaveLength(1)
  expect(room.freeBytes()).toBe(50)
  free = 200
  await expect.poll(() => hasRoom(room)).toBe(true)
  await room.stop()
  expect(lines.map((line) => JSON.parse(line).msg)).toEqual([
    'the disk is full: only reading and deleting go on',
    'the disk has room again',
  ])
})
