import { mkdir, mkdtemp, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import * as diskRoom from '../disk-room'
import { keepReserve, releaseWhenFull } from './reserve'

const reserveBytes = 96 * 1024 * 1024
const startBytes = 32 * 1024 * 1024
const patiently = { timeout: 25_000, interval: 50 }
let folder: string
let path: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pinmark-reserve-'))
  path = join(folder, 'reserve')
})
afterEach(async () => {
  vi.restoreAllMocks()
  await rm(folder, { recursive: true })
})

/** Keeps the reserve until the returned function is called. */
function keep() {
  const over = new AbortController()
  const lines: string[] = []
  const kept = keepReserve({ path, onProgress: (line) => lines.push(line), until: over.signal })
  return async () => {
    over.abort()
    await kept
    return lines
  }
}

test('a disk with enough room gets a private reserve of written bytes that cannot be compressed, and keeps it', async () => {
  const end = keep()
  await vi.waitFor(async () => expect((await stat(path)).size).toBe(reserveBytes), patiently)
  const { blocks, mode } = await stat(path)
  expect(blocks * 512).toBeGreaterThanOrEqual(reserveBytes)
  expect(mode & 0o777).toBe(0o600)
  const part = (await readFile(path)).subarray(0, 4096)
  expect(gzipSync(part).length).toBeGreaterThan(part.length)

  expect(await releaseWhenFull(path, 'running')).toBe(false)
  expect(await releaseWhenFull(path, 'start')).toBe(false)
  expect(await end()).toEqual([])
  expect((await stat(path)).size).toBe(reserveBytes)
})

test('an incomplete reserve is completed', async () => {
  await writeFile(path, 'half', { mode: 0o600 })
  const end = keep()
  await vi.waitFor(async () => expect((await stat(path)).size).toBe(reserveBytes), patiently)
  expect(await end()).toEqual([])
})

test('a reserve that cannot be written is reported once, and ends nothing', async () => {
  await mkdir(path)
  const over = new AbortController()
  const lines: string[] = []
  const kept = keepReserve({ path, onProgress: (line) => lines.push(line), until: over.signal })
  await vi.waitFor(() => expect(lines).not.toEqual([]), patiently)
  over.abort()

  await expect(kept).resolves.toBeUndefined()
  expect(lines).toEqual([expect.stringMatching(/^The reserve for a full disk is not kept: EISDIR/)])
})

test('on a full disk, a running MongoDB gets a part, and a starting one gets the rest', async () => {
  vi.spyOn(diskRoom, 'freeOnDisk').mockResolvedValue(0)
  await writeFile(path, '')
  await truncate(path, reserveBytes)
  const end = keep()
  await vi.waitFor(async () => expect((await stat(path)).size).toBe(startBytes), patiently)
  expect(await releaseWhenFull(path, 'running')).toBe(false)
  expect(await end()).toEqual([
    'The disk is full. Reserved space was released, so that reading and deleting still work.',
  ])

  expect(await releaseWhenFull(path, 'start')).toBe(true)
  await expect(stat(path)).rejects.toThrow('ENOENT')
})

test('without a reserve, nothing is released', async () => {
  vi.spyOn(diskRoom, 'freeOnDisk').mockResolvedValue(0)
  expect(await releaseWhenFull(path, 'running')).toBe(false)
  expect(await releaseWhenFull(path, 'start')).toBe(false)
})
