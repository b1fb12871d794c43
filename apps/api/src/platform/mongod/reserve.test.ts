import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keepReserve, releaseWhenFull } from './reserve'

const reserveBytes = 64 * 1024 * 1024
const patiently = { timeout: 25_000, interval: 50 }
let folder: string
let path: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pinmark-reserve-'))
  path = join(folder, 'reserve')
})
afterEach(() => rm(folder, { recursive: true }))

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

test('a roomy disk gets a reserve of written bytes that nobody else can read, and keeps it', async () => {
  const end = keep()
  await vi.waitFor(async () => expect((await stat(path)).size).toBe(reserveBytes), patiently)
  const { blocks, mode } = await stat(path)
  expect(blocks * 512).toBeGreaterThanOrEqual(reserveBytes)
  expect(mode & 0o777).toBe(0o600)

  expect(await releaseWhenFull(path)).toBe(false)
  expect(await end()).toEqual([])
  expect((await stat(path)).size).toBe(reserveBytes)
})

test('a reserve that a stop cut short is made whole', async () => {
  await writeFile(path, 'half', { mode: 0o600 })
  const end = keep()
  await vi.waitFor(async () => expect((await stat(path)).size).toBe(reserveBytes), patiently)
  expect(await end()).toEqual([])
})

test('without a reserve there is nothing to give up', async () => {
  expect(await releaseWhenFull(path)).toBe(false)
})
